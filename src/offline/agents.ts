import type { Agent, AgentFields } from '../../contract/signals/agents.ts'
import type { Device } from './database.ts'
import { creating, moment, removing } from './edits.ts'
import { same } from './effects.ts'
import { shown, type Shown } from './live.ts'
import { edit, undo, type Edit, type Local } from './outbox.ts'

/** One's own agents, by name, and how far the edits of each are. */
export const agents = async (device: Device): Promise<Shown<Agent>[]> =>
  (await shown<Agent>(device, 'agents', 'agent', ({ updatedAt }) => updatedAt)).toSorted((x, y) =>
    x.value.name.localeCompare(y.value.name, 'en'),
  )

/**
 * Makes an agent; answers its id. It is on this device when this resolves, and watches once the server has it. `goesOnFrom` is the id of
 * a deleted one that it is again.
 */
export const createAgent = async (
  local: Local,
  fields: AgentFields,
  id: string = local.newId(),
  goesOnFrom?: string,
): Promise<string> => {
  const now = moment(local)
  const value: Agent = {
    ...agentFields(fields),
    id,
    version: 0,
    createdAt: now,
    updatedAt: now,
    lastRunAt: null,
    waiting: 0,
  }
  const made = creating('agent', 'agents', id, value)
  await edit(local, goesOnFrom === undefined ? made : { ...made, extra: { goesOnFrom } })
  return id
}

/** Changes an agent. `seen` is the agent as it was on the screen. */
export const changeAgent = async (
  local: Local,
  seen: Agent,
  changes: Partial<AgentFields>,
): Promise<void> => {
  const change = changingAgent(seen, changes)
  if (change !== null) await edit(local, change)
}

/** The edit that changes an agent: the call takes the whole of it, so it holds the whole. Null where nothing changes. */
export const changingAgent = (seen: Agent, changes: Partial<AgentFields>): Edit | null => {
  const before = agentFields(seen)
  const fields = agentFields({ ...seen, ...changes })
  if (same(before, fields)) return null
  return {
    ...removing('agent', 'agents', seen.id),
    effect: { do: 'change', fields, before },
  }
}

export const deleteAgent = (local: Local, id: string): Promise<void> =>
  edit(local, removing('agent', 'agents', id))

/** Brings back an agent that was deleted here, as it was; where the server may have been told already, under a new id to which its history goes along. */
export const bringBackAgent = async (local: Local, agent: Agent): Promise<void> => {
  const entries = await local.device.read(({ outbox }) =>
    outbox.where('entity').equals(`agent:${agent.id}`).toArray(),
  )
  const deletion = entries.find(({ effect }) => effect.do === 'remove')
  if (deletion && (await undo(local, deletion.id))) {
    const row = await local.device.read((tables) => tables.agents.get(agent.id))
    // What was never sent of it went with the deletion; rows of this table hold agents.
    if (row?.value) await changeAgent(local, row.value as Agent, agent)
    return
  }
  await createAgent(local, agent, local.newId(), agent.id)
}

/** What an agent is told to do, without what the server knows of it. */
export const agentFields = ({
  name,
  category,
  filters,
  types,
  listIds,
  cadence,
  channels,
  quiet,
  mostADay,
  minConfidence,
  paused,
}: AgentFields): AgentFields => ({
  name: name.trim(),
  category,
  filters,
  types,
  listIds,
  cadence,
  channels,
  quiet,
  mostADay,
  minConfidence,
  paused,
})
