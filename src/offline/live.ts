import type { Activity } from '../../contract/saved-work/activities.ts'
import type { List } from '../../contract/saved-work/lists.ts'
import type { RecentSearch, SavedSearch } from '../../contract/saved-work/searches.ts'
import { liveQuery } from 'dexie'
import type { Device, Tables } from './database.ts'
import { idsOf } from './effects.ts'
import { statesOf, type ItemState } from './outbox.ts'
import { pulledAt } from './apply-page.ts'
import { entityKey, isBackground, type ItemTable } from './entities/entities.ts'
import {
  stopsHold,
  type Conflict,
  type Entry,
  type Item,
  type Pin,
  type RecordRow,
} from './rows.ts'
import { StorageError, type StorageErrorKind } from './storage-error.ts'

// Reads for screens: functions of the device for `useLive` and `watch`, which run them again after every change in any tab.

export type LiveItem<T> = { id: string; value: T; state: ItemState }

export const savedSearches = (device: Device): Promise<LiveItem<SavedSearch>[]> =>
  readItems<SavedSearch>(device, 'searches', ({ updatedAt }) => updatedAt)

export const recentSearches = (device: Device): Promise<LiveItem<RecentSearch>[]> =>
  readItems<RecentSearch>(device, 'recent', ({ updatedAt }) => updatedAt)

/** Lists with the number of their records on this device. */
export const lists = async (device: Device): Promise<LiveItem<List>[]> => {
  const all = await readItems<List>(device, 'lists', ({ updatedAt }) => updatedAt)
  const members = await device.read((tables) => tables.members.bulkGet(all.map(({ id }) => id)))
  return all.map((list, index) => {
    const row = members[index]
    if (list.value.kind === 'dynamic') return list
    return { ...list, value: { ...list.value, count: row ? idsOf(row.value).length : 0 } }
  })
}

export const membersOf = (device: Device, listId: string): Promise<string[]> =>
  device.read(async ({ members }) => idsOf((await members.get(listId))?.value ?? null))

/** The ids in a list as the server knows it. */
export const syncedMembersOf = (device: Device, listId: string): Promise<string[]> =>
  device.read(async ({ members }) => idsOf((await members.get(listId))?.known ?? null))

export const activitiesOf = (device: Device, recordId: string): Promise<LiveItem<Activity>[]> =>
  readItems<Activity>(
    device,
    'activities',
    ({ at }) => at,
    (tables) => tables.activities.where('value.recordId').equals(recordId).toArray(),
  )

/** The visits since a moment (ISO 8601), of every member, the latest first. */
export const visitsSince = async (device: Device, since: string): Promise<LiveItem<Activity>[]> =>
  (
    await readItems<Activity>(
      device,
      'activities',
      ({ at }) => at,
      (tables) => tables.activities.where('value.at').aboveOrEqual(since).toArray(),
    )
  ).filter(({ value }) => value.kind === 'visit')

export const viewedRecords = (device: Device): Promise<RecordRow[]> =>
  device.read(async ({ records }) =>
    (await records.where('viewedAt').above(0).sortBy('viewedAt')).toReversed(),
  )

export const pins = (device: Device): Promise<Pin[]> => device.read(({ pins }) => pins.toArray())

export type Unsettled = { unsent: Entry[]; needAttention: Entry[]; conflicts: Conflict[] }

export const unsettled = (device: Device): Promise<Unsettled> =>
  device.read(async ({ outbox, conflicts }) => {
    const entries = await outbox.orderBy('seq').toArray()
    return {
      unsent: entries.filter(({ state }) => state !== 'parked'),
      needAttention: entries.filter(({ state }) => state === 'parked'),
      conflicts: await conflicts.toArray(),
    }
  })

/** `queued`: the user's edits on their way; `attention`: refused edits and conflicts. */
export type Counts = { queued: number; attention: number }

export const countUnsettled = async (device: Device): Promise<Counts> => {
  const { queued, attention } = await readQueue(device)
  return { queued: queued.length, attention }
}

/** As `countUnsettled`, with the ids of the queued edits. */
export const readQueue = (
  device: Device,
): Promise<{ queued: readonly string[]; attention: number }> =>
  device.read(async ({ outbox, conflicts }) => {
    const entries = await outbox.toArray()
    const parked = entries.filter(({ state }) => state === 'parked').length
    const queued = entries.filter(({ state, kind }) => state !== 'parked' && !isBackground(kind))
    return { queued: queued.map(({ id }) => id), attention: parked + (await conflicts.count()) }
  })

export const lastSyncedAt = (device: Device): Promise<number | null> => device.read(pulledAt)

/** About how many bytes records take: those of each offline copy, opened records in none, and what only stops of plans need. */
export type StorageUsage = {
  viewed: number
  stops: { count: number; bytes: number }
  byPin: ReadonlyMap<string, number>
}

/** Reads no record of an offline copy: thousands of them would block a phone and every edit. */
export const measureStorage = (device: Device): Promise<StorageUsage> =>
  device.read(async ({ pins, records }) => {
    const viewed = await records.where('viewedAt').above(0).toArray()
    const unpinned = viewed.filter((row) => row.pins.length === 0)
    const planned = await records.where('pins').equals(stopsHold).toArray()
    const onlyPlanned = planned.filter((row) => row.pins.length === 1)
    return {
      viewed: bytesOf(unpinned),
      stops: { count: planned.length, bytes: bytesOf(onlyPlanned) },
      byPin: new Map((await pins.toArray()).map(({ id, bytes }) => [id, bytes])),
    }
  })

const bytesOf = (rows: readonly RecordRow[]): number =>
  rows.reduce((sum, { bytes }) => sum + bytes, 0)

/** Calls `next` with the result, now and after every change in any tab, and `error` where reading fails. */
export const watch = <T>(
  device: Device,
  read: (device: Device) => Promise<T>,
  listener: { next: (value: T) => void; error: (kind: StorageErrorKind) => void },
): (() => void) => {
  const trouble = (error: unknown): void => {
    if (!ended) listener.error(error instanceof StorageError ? error.kind : 'failed')
  }
  let ended = false
  const subscription = liveQuery(() => read(device)).subscribe({
    next: listener.next,
    error: trouble,
  })
  // Without IndexedDB a live query never calls back.
  device.ready.catch(trouble)
  return () => {
    ended = true
    subscription.unsubscribe()
  }
}

export const readItems = <T extends object>(
  device: Device,
  table: ItemTable,
  by: (value: T) => string,
  rows: (tables: Tables) => PromiseLike<Item[]> = (tables) => tables[table].toArray(),
): Promise<LiveItem<T>[]> =>
  device.read(async (tables) => {
    const items = await rows(tables)
    const states = statesOf(await tables.outbox.toArray())
    return items
      .flatMap(({ id, value }): LiveItem<T>[] => {
        if (value === null) return []
        const state = states.get(entityKey(table, id)) ?? 'sent'
        // Rows hold what the contract parsed, or what the edit functions of src/offline wrote.
        return [{ id, value: value as T, state }]
      })
      .toSorted((x, y) => (by(x.value) < by(y.value) ? 1 : -1))
  })
