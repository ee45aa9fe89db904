import { proxy, ref, useSnapshot } from 'valtio'
import type { Agent } from '../../../contract/signals/agents.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { bringBackAgent, deleteAgent } from '../../offline/agents.ts'
import { runAction } from './run-action.ts'
import type { AgentRow } from './use-agents.ts'

/** The last deleted agent, until the user leaves the screen; the list shows it wherever it was deleted. */
// By reference: IndexedDB cannot store proxies.
const deleted = proxy<{ agent: Agent | null }>({ agent: null })

export const forgetDeleted = (): void => {
  deleted.agent = null
}

export const useDeleteAgent = () => {
  const local = useLocal()
  const { agent } = useSnapshot(deleted)
  return {
    name: agent?.name ?? null,
    remove: ({ id, value }: AgentRow): void =>
      void runAction(() => deleteAgent(local, id)).then((done) => {
        if (done) deleted.agent = ref(value)
      }),
    bringBack: (): void => {
      const lastDeleted = deleted.agent
      deleted.agent = null
      if (lastDeleted !== null) void runAction(() => bringBackAgent(local, lastDeleted))
    },
  }
}
