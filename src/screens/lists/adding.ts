import type { Criteria, Sorting } from '../../../contract/search/criteria.ts'
import type { Category } from '../../../contract/records/records.ts'
import { mostListed } from '../../../contract/saved-work/item.ts'
import type { ApiClient } from '../../lib/api.ts'
import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'
import { formatNumber, formatRecords } from '../../lib/format.ts'
import { syncNow } from '../../shared/offline/syncing.ts'
import { addToList, createList, deleteList, removeFromList } from '../../offline/lists.ts'
import { membersOf, unsettled, watch } from '../../offline/live.ts'
import type { Device } from '../../offline/database.ts'
import type { Local } from '../../offline/outbox.ts'
import { StorageTrouble } from '../../offline/trouble.ts'

/** Records to put into a list: chosen ones, or the first so many of what a search finds, which the server chooses. */
export type RecordsToAdd =
  | { category: Category; ids: readonly string[] }
  | { category: Category; found: { criteria: Criteria; sorting: Sorting; first: number } }

/** A list that is there, or the name of one to be made. */
export type Target = { id: string; name: string } | { name: string }

/** What became of it, in words, and how it is taken back; `listId` where there is another list to look at. */
export type Outcome = { words: string; listId: string | null; undo: () => Promise<void> }

/** Why records could not be added, in words; nothing was changed then. */
export class NotAdded extends Error {}

/** '12 companies'. */
export const manyOf = (records: RecordsToAdd): string =>
  formatRecords('ids' in records ? records.ids.length : records.found.first, records.category)

/** Adds records to a list; adding is free and what is there stays once. Rejects with NotAdded or StorageTrouble. */
export const addRecords = async (
  { api, local, device }: { api: ApiClient; local: Local; device: Device },
  records: RecordsToAdd,
  target: Target,
): Promise<Outcome> => {
  const isNew = !('id' in target)
  const { category } = records
  const listId = isNew ? await createList(local, { name: target.name, category }) : target.id
  const told = (added: number, asked: number, undo: () => Promise<void>): Outcome => ({
    words: wordsOf(category, added, asked, target.name),
    listId,
    undo: isNew ? () => deleteList(local, listId) : undo,
  })
  try {
    if ('found' in records) {
      const { criteria, sorting, first } = records.found
      await sent(device, listId)
      const idempotencyKey = local.newId()
      const { added, unknown, change } = await answered(() =>
        api.addFound({ id: listId, ...criteria, sorting, first }, { idempotencyKey, timeoutMs }),
      )
      // The device hears what is in the list with the next reading.
      syncNow()
      return told(added, first - unknown, async () => {
        const again = { idempotencyKey: local.newId() }
        await answered(() => api.takeBack({ id: listId, change }, again))
        syncNow()
      })
    }
    const before = new Set(await membersOf(local.device, listId))
    const fresh = records.ids.filter((id) => !before.has(id))
    if (before.size + fresh.length > mostListed)
      throw new NotAdded(
        `A list holds up to ${formatNumber(mostListed)} records. “${target.name}” can take ${formatNumber(mostListed - before.size)} more.`,
      )
    await addToList(local, listId, fresh)
    return told(fresh.length, records.ids.length, () => removeFromList(local, listId, fresh))
  } catch (error) {
    if (isNew) await deleteList(local, listId)
    throw error
  }
}

/** Ten thousand take a moment. */
const timeoutMs = 60_000

const wordsOf = (category: Category, added: number, asked: number, name: string): string => {
  const many = formatRecords(added, category)
  const there = asked - added
  if (there === 0) return `${many} added to “${name}”`
  if (added === 0) return `Already in “${name}”`
  return `${many} added to “${name}”, ${formatNumber(there)} already there`
}

/** Asks a second time where an answer was lost: its key makes both one. */
const answered = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask().catch((error: unknown) => {
      if (error instanceof Unreachable) return ask()
      throw error
    })
  } catch (error) {
    if (error instanceof Unreachable)
      throw new NotAdded('We couldn’t reach Fieldbook, so this may not have gone through.')
    if (error instanceof ApiProblem)
      throw new NotAdded(error.errors[0]?.detail ?? (error.detail || error.message))
    throw error
  }
}

/** One try may be lost on the way, which shows after 15 s; the next one is given its time. */
const waitMs = 40_000

/** Until the server knows a list as it is here: what it is to fill has to be there. */
const sent = async (device: Device, listId: string): Promise<void> => {
  await new Promise<void>((done, fail) => {
    const timer = setTimeout(
      () => end(() => fail(new NotAdded('This list hasn’t synced yet, so nothing was added.'))),
      waitMs,
    )
    const end = (how: () => void): void => {
      clearTimeout(timer)
      // The first word may come before there is something to stop.
      queueMicrotask(() => stop())
      how()
    }
    const stop = watch(device, unsettled, {
      next: ({ unsent, needAttention }) => {
        const refused = needAttention.find(({ entity }) => entity === `list:${listId}`)
        if (refused)
          end(() => fail(new NotAdded(refused.problem?.detail ?? 'We couldn’t save the list.')))
        else if (!unsent.some(({ entity }) => entity === `list:${listId}`)) end(done)
      },
      trouble: (kind) => end(() => fail(new StorageTrouble(kind))),
    })
    syncNow()
  })
}
