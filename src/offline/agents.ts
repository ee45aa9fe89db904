import type { Agent, AgentFields } from '../../contract/signals/agents.ts'
import type { Device } from './database.ts'
import { agentFields } from './entities/agent.ts'
import { changeEdit, createEdit, moment, removeEdit } from './edits.ts'
import { readItems, type LiveItem } from './live.ts'
import { edit, undo, type Local } from './outbox.ts'

export const agents = async (device: Device): Promise<LiveItem<Agent>[]> =>
  (await readItems<Agent>(device, 'agents', ({ updatedAt }) => updatedAt)).toSorted((x, y) =>
    x.value.name.localeCompare(y.value.name, 'en'),
  )

/**
 * Answers the id once the agent is on this device; it starts when the server has it. `goesOnFrom`: the deleted agent whose
 * history it continues.
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
  const creation = createEdit('agents', id, value)
  await edit(local, goesOnFrom === undefined ? creation : { ...creation, extra: { goesOnFrom } })
  return id
}

export const changeAgent = async (
  local: Local,
  seen: Agent,
  changes: Partial<AgentFields>,
): Promise<void> => {
  await edit(local, changeEdit('agents', seen.id, { ...seen }, changes))
}

export const deleteAgent = (local: Local, id: string): Promise<void> =>
  edit(local, removeEdit('agents', id))

/** Restores an agent that was deleted here: the same one if the deletion was not sent, otherwise a new one that continues its history. */
export const bringBackAgent = async (local: Local, deleted: Agent): Promise<void> => {
  const entries = await local.device.read(({ outbox }) =>
    outbox.where('entity').equals(`agent:${deleted.id}`).toArray(),
  )
  const deletion = entries.find(({ effect }) => effect.do === 'remove')
  if (deletion && (await undo(local, deletion.id))) {
    const row = await local.device.read((tables) => tables.agents.get(deleted.id))
    // The deletion dropped its unsent edits. Rows of this table hold agents.
    if (row?.value) await changeAgent(local, row.value as Agent, deleted)
    return
  }
  await createAgent(local, deleted, local.newId(), deleted.id)
}
