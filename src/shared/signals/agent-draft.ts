import type { AgentFields } from '../../../contract/signals/agents.ts'

export type AgentDraft = Pick<AgentFields, 'category' | 'filters' | 'types' | 'listIds'>

/** The history state of `links.createAgent()` that carries a draft. */
export const toHistoryState = (watch: AgentDraft): { watch: AgentDraft } => ({ watch })

export const readHistoryState = (entry: unknown): AgentDraft | null => {
  if (typeof entry !== 'object' || entry === null || !('watch' in entry)) return null
  // Safe cast: only `toHistoryState` writes this state.
  return entry.watch as AgentDraft
}
