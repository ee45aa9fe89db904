import type { AgentFields } from '../../../contract/signals/agents.ts'

/** What a new agent is to watch for, as another screen found it. */
export type ToWatch = Pick<AgentFields, 'category' | 'filters' | 'types' | 'listIds'>

/** The history entry of `links.createAgent()` that hands it over. */
export const handingOver = (watch: ToWatch): { watch: ToWatch } => ({ watch })

/** What was handed over in a history entry; null where nothing was. */
export const handedOver = (entry: unknown): ToWatch | null => {
  if (typeof entry !== 'object' || entry === null || !('watch' in entry)) return null
  // Entries of this page are written by `handingOver` alone.
  return entry.watch as ToWatch
}
