import { useEffect } from 'react'
import type { Agent } from '../../../contract/signals/agents.ts'
import { categoriesOf } from '../../../contract/signals/signal-flags.ts'
import type { SignalCategory } from '../../../contract/signals/signals.ts'
import { useItemStates, useLive } from '../../shared/offline/device.tsx'
import { useSignalPrefix } from '../../shared/signals/newest-signals.ts'
import { agents } from '../../offline/agents.ts'
import type { ItemState } from '../../offline/outbox.ts'
import { useServed } from './queries.ts'

/** An agent as it is here, with what the server knows of it; one that `rests` the plan has no room for any more. */
export type AgentRow = { id: string; value: Agent; state: ItemState; rests: boolean }

/** One's own agents, from this device: the same with and without a connection. `rows` is undefined while they are read. */
export const useAgents = () => {
  const kept = useLive(agents)
  const served = useServed()
  const { refetch } = served
  // Deletions are no rows any more, but edits that wait.
  const sent = ![...useItemStates().keys()].some((entity) => entity.startsWith('agent:'))
  const versions = kept?.map(({ id, value }) => `${id} ${value.version}`).join(' ')
  // What was just sent changes what the server has to say of it.
  useEffect(() => {
    if (sent) void refetch()
  }, [sent, versions, refetch])
  const told = new Map(served.data?.agents.map((agent) => [agent.id, agent]))
  const rows = kept?.map((row): AgentRow => {
    const known = told.get(row.id)
    if (known === undefined) return { ...row, rests: false }
    return {
      ...row,
      // Pausing it here is known there a moment later.
      rests: !row.value.paused && served.data?.resting.includes(row.id) === true,
      value: { ...row.value, lastRunAt: known.lastRunAt, waiting: known.waiting },
    }
  })
  return { rows, served }
}

/** The kinds of signals one may see; undefined until that is known. */
export const useCategories = (): readonly SignalCategory[] | undefined => {
  const prefix = useSignalPrefix()
  return prefix === undefined ? undefined : prefix === null ? [] : categoriesOf[prefix]
}
