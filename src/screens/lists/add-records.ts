import type { Criteria, Sorting } from '../../../contract/search/criteria.ts'
import type { Category } from '../../../contract/records/records.ts'
import { maxListed } from '../../../contract/saved-work/item.ts'
import type { ApiClient } from '../../lib/api.ts'
import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'
import { describeError } from '../../lib/describe-error.ts'
import { retry } from '../../lib/retry.ts'
import { formatNumber, formatRecords } from '../../lib/format.ts'
import { syncNow } from '../../shared/offline/sync-store.ts'
import { addToList, createList, deleteList, removeFromList } from '../../offline/lists.ts'
import { membersOf, unsettled, watch } from '../../offline/live.ts'
import type { Device } from '../../offline/database.ts'
import type { Local } from '../../offline/outbox.ts'
import { StorageError } from '../../offline/storage-error.ts'

/** Records to add to a list: selected ones, or the first results of a search, which the server chooses. */
export type RecordsToAdd =
  | { category: Category; ids: readonly string[] }
  | { category: Category; found: { criteria: Criteria; sorting: Sorting; first: number } }

export type Target = { id: string; name: string } | { name: string }

export type Outcome = { message: string; listId: string | null; undo: () => Promise<void> }

export class NotAdded extends Error {}

export const manyOf = (records: RecordsToAdd): string =>
  formatRecords('ids' in records ? records.ids.length : records.found.first, records.category)

/** Adds records to a list, free and without duplicates. Rejects with NotAdded or StorageError. */
export const addRecords = async (
  { api, local, device }: { api: ApiClient; local: Local; device: Device },
  records: RecordsToAdd,
  target: Target,
): Promise<Outcome> => {
  const isNew = !('id' in target)
  const { category } = records
  const listId = isNew ? await createList(local, { name: target.name, category }) : target.id
  const outcomeOf = (added: number, requested: number, undo: () => Promise<void>): Outcome => ({
    message: describeOutcome(category, added, requested, target.name),
    listId,
    undo: isNew ? () => deleteList(local, listId) : undo,
  })
  try {
    if ('found' in records) {
      const { criteria, sorting, first } = records.found
      await waitUntilSynced(device, listId)
      const idempotencyKey = local.newId()
      const { added, unknown, change } = await retryOnce(() =>
        api.addFound({ id: listId, ...criteria, sorting, first }, { idempotencyKey, timeoutMs }),
      )
      // The device learns the new members with the next pull.
      syncNow()
      return outcomeOf(added, first - unknown, async () => {
        const again = { idempotencyKey: local.newId() }
        await retryOnce(() => api.takeBack({ id: listId, change }, again))
        syncNow()
      })
    }
    const before = new Set(await membersOf(local.device, listId))
    const fresh = records.ids.filter((id) => !before.has(id))
    if (before.size + fresh.length > maxListed)
      throw new NotAdded(
        `A list holds up to ${formatNumber(maxListed)} records. “${target.name}” can take ${formatNumber(maxListed - before.size)} more.`,
      )
    await addToList(local, listId, fresh)
    return outcomeOf(fresh.length, records.ids.length, () => removeFromList(local, listId, fresh))
  } catch (error) {
    if (isNew) await deleteList(local, listId)
    throw error
  }
}

const timeoutMs = 60_000

const describeOutcome = (
  category: Category,
  added: number,
  requested: number,
  name: string,
): string => {
  const many = formatRecords(added, category)
  const there = requested - added
  if (there === 0) return `${many} added to “${name}”`
  if (added === 0) return `Already in “${name}”`
  return `${many} added to “${name}”, ${formatNumber(there)} already there`
}

/** Retries once after a lost answer; the idempotency key prevents a second effect. */
const retryOnce = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await retry(ask, {
      maxAttempts: 2,
      minMs: 0,
      isRetriable: (error) => error instanceof Unreachable,
    })
  } catch (error) {
    if (error instanceof Unreachable)
      throw new NotAdded('We couldn’t reach Fieldbook, so this may not have gone through.')
    if (error instanceof ApiProblem)
      throw new NotAdded(describeError(error).detail || error.message)
    throw error
  }
}

/** A lost request shows after 15 s; the retry gets the rest. */
const waitMs = 40_000

/** Waits until the server has the list as it is here, before the server adds records to it. */
const waitUntilSynced = async (device: Device, listId: string): Promise<void> => {
  await new Promise<void>((done, fail) => {
    const timer = setTimeout(
      () => end(() => fail(new NotAdded('This list hasn’t synced yet, so nothing was added.'))),
      waitMs,
    )
    const end = (how: () => void): void => {
      clearTimeout(timer)
      // The first callback may run before `stop` exists.
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
      error: (kind) => end(() => fail(new StorageError(kind))),
    })
    syncNow()
  })
}
