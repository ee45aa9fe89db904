import { useEffect } from 'react'
import type { Agent } from '../../../contract/signals/agents.ts'
import { categoriesOf } from '../../../contract/signals/signal-flags.ts'
import type { SignalCategory } from '../../../contract/signals/signals.ts'
import { useItemStates, useLive } from '../../shared/offline/device.tsx'
import { useSignalPrefix } from '../../shared/signals/newest-signals.ts'
import { agents } from '../../offline/agents.ts'
import type { ItemState } from '../../offline/outbox.ts'
import { useAgentStatus } from './queries.ts'

/** An agent of this device with what the server knows about it; `isOverLimit` says that the plan has no capacity for it. */
export type AgentRow = { id: string; value: Agent; state: ItemState; isOverLimit: boolean }

/** The agents of a user, from this device. `rows` is undefined while they load. */
export const useAgents = () => {
  const savedAgents = useLive(agents)
  const served = useAgentStatus()
  const { refetch } = served
  // Deletions have no row, but they are edits that wait.
  const sent = ![...useItemStates().keys()].some((entity) => entity.startsWith('agent:'))
  const versions = savedAgents?.map(({ id, value }) => `${id} ${value.version}`).join(' ')
  // A sent edit changes the server's answer.
  useEffect(() => {
    if (sent) void refetch()
  }, [sent, versions, refetch])
  const servedAgents = new Map(served.data?.agents.map((agent) => [agent.id, agent]))
  const rows = savedAgents?.map((row): AgentRow => {
    const known = servedAgents.get(row.id)
    if (known === undefined) return { ...row, isOverLimit: false }
    return {
      ...row,
      // The server learns of a pause a moment later.
      isOverLimit: !row.value.paused && served.data?.resting.includes(row.id) === true,
      value: { ...row.value, lastRunAt: known.lastRunAt, waiting: known.waiting },
    }
  })
  return { rows, served }
}

export const useCategories = (): readonly SignalCategory[] | undefined => {
  const prefix = useSignalPrefix()
  return prefix === undefined ? undefined : prefix === null ? [] : categoriesOf[prefix]
}
