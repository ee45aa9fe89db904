import { proxy, ref, useSnapshot } from 'valtio'
import type { Agent } from '../../../contract/signals/agents.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { bringBackAgent, deleteAgent } from '../../offline/agents.ts'
import { keeping } from './acting.ts'
import type { AgentRow } from './use-agents.ts'

/** The agent that was deleted last, until one goes on; the list tells of it, wherever it was deleted. */
// By reference: databases take no proxies.
const deleted = proxy<{ agent: Agent | null }>({ agent: null })

/** Lets go of the way back. */
export const forgetDeleted = (): void => {
  deleted.agent = null
}

/** Deletes agents, and brings back the one deleted last. */
export const useDeleting = () => {
  const local = useLocal()
  const { agent } = useSnapshot(deleted)
  return {
    name: agent?.name ?? null,
    remove: ({ id, value }: AgentRow): void =>
      void keeping(() => deleteAgent(local, id)).then((done) => {
        if (done) deleted.agent = ref(value)
      }),
    bringBack: (): void => {
      const held = deleted.agent
      deleted.agent = null
      if (held !== null) void keeping(() => bringBackAgent(local, held))
    },
  }
}
