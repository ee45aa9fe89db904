import type { OutputOf } from './calls.ts'
import type { Fields, ItemTable } from './rows.ts'
import type { Outcome, Send } from './outcome.ts'
import type { Change, Page } from './pulling.ts'

/** What an item belongs to, for the order of its edits: a list's members go with the list. */
export const entityOf = (table: ItemTable, id: string): string => `${wordOf[table]}:${id}`

const wordOf = {
  searches: 'search',
  recent: 'recent',
  lists: 'list',
  members: 'list',
  activities: 'activity',
  agents: 'agent',
} as const satisfies Record<ItemTable, string>

const tableOf = {
  search: 'searches',
  recent: 'recent',
  list: 'lists',
  members: 'members',
  activity: 'activities',
  agent: 'agents',
} as const

/** Reads the server's feed of changes (`contract/sync.ts`) in the device's own terms. */
export const feedFrom =
  (send: Send) =>
  async (since: string | null, signal: AbortSignal): Promise<Outcome<Page>> => {
    const outcome = await send('changes', since === null ? {} : { since }, { signal })
    if (outcome.kind !== 'done') return outcome
    // The client answers with what the contract promises for the call.
    const { changes, cursor, more, reset, gone } = outcome.output as OutputOf<'changes'>
    return {
      kind: 'done',
      output: {
        changes: changes.map((change): Change => {
          const table = tableOf[change.kind]
          const of = { table, item: change.id, entity: entityOf(table, change.id) }
          if (change.kind === 'members')
            return { ...of, added: change.added, removed: change.removed }
          const value: Fields | null = change.value === null ? null : { ...change.value }
          return { ...of, value }
        }),
        cursor,
        more,
        reset,
        ...(gone && { gone }),
      },
    }
  }
