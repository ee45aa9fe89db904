import type { Agent } from '../../contract/signals/agents.ts'
import { changingAgent } from './agents.ts'
import { changing, creating } from './edits.ts'
import { idsOf } from './effects.ts'
import { membersEdits } from './lists.ts'
import { edit, type Edit, type Local } from './outbox.ts'
import type { Conflict, Fields } from './rows.ts'

/**
 * Of something that was deleted while you edited it: makes it again, with your edits, under a new id. Answers that id. The server
 * takes the rest from what it kept of the deleted one, so a list comes back with all its records.
 */
export const restoreAsNew = async (local: Local, conflict: Conflict): Promise<string> => {
  const id = local.newId()
  const mine = conflict.mine ?? {}
  await edit(local, ...restoring(id, conflict, mine))
  await settled(local, conflict.id)
  return id
}

/** Lets go of the version that lost. */
export const discard = (local: Local, conflictId: string): Promise<void> =>
  settled(local, conflictId)

/** Puts the value that lost a field back in its place, as an edit of its own. */
export const takeTheirs = async (local: Local, conflict: Conflict): Promise<void> => {
  const row = await local.device.read((tables) => tables[conflict.table].get(conflict.item))
  if (conflict.field !== null && row?.value)
    await edit(local, ...putBack(conflict, row.value, conflict.field))
  await settled(local, conflict.id)
}

const restoring = (id: string, { table, item }: Conflict, mine: Fields): Edit[] => {
  if (table === 'activities') return [creating('activity', table, id, { ...mine, id })]
  if (table === 'agents') return [creating('agent', table, id, { ...mine, id, version: 0 })]
  if (table === 'recent') return [creating('recent', table, id, { ...mine, rid: id })]
  const { ids: _, ...value } = mine
  const fresh = { ...value, id, isOwner: true, version: 0 }
  if (table === 'searches') {
    const { name, filters, operators, excluded, metadata, search, coreAISearchPromptText } = mine
    const changes = { name, filters, operators, excluded, metadata, search, coreAISearchPromptText }
    return [
      {
        ...creating('search-restored', table, id, fresh),
        entity: `search:${id}`,
        extra: { id: item, changes },
      },
    ]
  }
  return [
    {
      ...creating('list-restored', 'lists', id, fresh),
      entity: `list:${id}`,
      extra: { id: item, name: mine.name },
    },
    ...membersEdits(id, idsOf(mine), []),
  ]
}

const putBack = ({ table, item, theirs }: Conflict, value: Fields, path: string): Edit[] => {
  // Left by an earlier version: a recent search has no fields that two users change.
  if (table === 'recent') return []
  const at = path.indexOf('/')
  const [field, key] = at === -1 ? [path, null] : [path.slice(0, at), path.slice(at + 1)]
  const held = value[field]
  const whole =
    key === null || typeof held !== 'object' || held === null
      ? theirs
      : Object.fromEntries(
          Object.entries({ ...held, [key]: theirs ?? undefined }).filter(
            ([, part]) => part !== undefined,
          ),
        )
  if (table !== 'agents') return [changing(kindOf[table], table, item, value, { [field]: whole })]
  // Rows of this table hold agents.
  const edit = changingAgent(value as Agent, { [field]: whole })
  return edit === null ? [] : [edit]
}

const kindOf = {
  searches: 'search',
  recent: 'recent',
  lists: 'list',
  members: 'list',
  activities: 'activity',
} as const

const settled = (local: Local, conflictId: string): Promise<void> =>
  local.device.write(['conflicts'], ({ conflicts }) => conflicts.delete(conflictId))
