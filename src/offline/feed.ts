import type { Change as Received } from '../../contract/sync.ts'
import type { Send } from './calls.ts'
import { entityKey, tableOfKind } from './entities/entities.ts'
import type { Change, Page } from './apply-page.ts'
import type { Outcome } from './outcome.ts'

export const feedFrom =
  (send: Send) =>
  async (since: string | null, signal: AbortSignal): Promise<Outcome<Page>> => {
    const outcome = await send('changes', since === null ? {} : { since }, { signal })
    if (outcome.kind !== 'done') return outcome
    const { changes, cursor, more, reset, removedIds: removedRecordIds } = outcome.output
    return {
      kind: 'done',
      output: {
        changes: changes.map(toChange),
        cursor,
        more,
        reset,
        ...(removedRecordIds && { removedRecordIds }),
      },
    }
  }

const toChange = (change: Received): Change => {
  const table = tableOfKind(change.kind)
  const item = { table, item: change.id, entity: entityKey(table, change.id) }
  if (change.kind === 'members') return { ...item, added: change.added, removed: change.removed }
  return { ...item, value: change.value === null ? null : { ...change.value } }
}
