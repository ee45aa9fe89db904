import type { Activity } from '../../contract/saved-work/activities.ts'
import type { List } from '../../contract/saved-work/lists.ts'
import type { RecentSearch, SavedSearch } from '../../contract/saved-work/searches.ts'
import { liveQuery } from 'dexie'
import type { Device, Tables } from './database.ts'
import { idsOf } from './effects.ts'
import { statesOf, type ItemState } from './outbox.ts'
import { pulledAt } from './pulling.ts'
import type { Conflict, Entry, Item, ItemTable, Pin, RecordRow } from './rows.ts'
import { StorageTrouble, type TroubleKind } from './trouble.ts'

// Reads for screens. Each is a function of the device that can be asked once (`savedSearches(device)`), handed to `useLiveQuery`
// of dexie-react-hooks, or to `watch`; what it read is read again when it changes, in whichever tab.

/** A thing as it is here, and how far its edits are. */
export type Shown<T> = { id: string; value: T; state: ItemState }

export const savedSearches = (device: Device): Promise<Shown<SavedSearch>[]> =>
  shown<SavedSearch>(device, 'searches', 'search', ({ updatedAt }) => updatedAt)

export const recentSearches = (device: Device): Promise<Shown<RecentSearch>[]> =>
  shown<RecentSearch>(device, 'recent', 'recent', ({ updatedAt }) => updatedAt)

/** Lists with the number of records they hold on this device. */
export const lists = async (device: Device): Promise<Shown<List>[]> => {
  const all = await shown<List>(device, 'lists', 'list', ({ updatedAt }) => updatedAt)
  const members = await device.read((tables) => tables.members.bulkGet(all.map(({ id }) => id)))
  return all.map((one, index) => {
    const held = members[index]
    if (one.value.kind === 'dynamic') return one
    return { ...one, value: { ...one.value, count: held ? idsOf(held.value).length : 0 } }
  })
}

/** The ids of a list's records. */
export const membersOf = (device: Device, listId: string): Promise<string[]> =>
  device.read(async ({ members }) => idsOf((await members.get(listId))?.value ?? null))

/** The ids of the lists that hold a record. */
export const listsWith = (device: Device, recordId: string): Promise<string[]> =>
  device.read(async (tables) => {
    const held = await tables.members
      .filter(({ value }) => idsOf(value).includes(recordId))
      .toArray()
    return held.map(({ id }) => id)
  })

/** Notes, visits and reports on a record, the latest first. */
export const activitiesOf = (device: Device, recordId: string): Promise<Shown<Activity>[]> =>
  shown<Activity>(
    device,
    'activities',
    'activity',
    ({ at }) => at,
    (tables) => tables.activities.where('value.recordId').equals(recordId).toArray(),
  )

/** Records opened lately, the last one first. */
export const viewedRecords = (device: Device): Promise<RecordRow[]> =>
  device.read(async ({ records }) =>
    (await records.where('viewedAt').above(0).sortBy('viewedAt')).toReversed(),
  )

export const pins = (device: Device): Promise<Pin[]> => device.read(({ pins }) => pins.toArray())

/** What the Sync centre shows: edits that are not on the server, and whose version did not stay. */
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

/** When the device last had everything the server had, ms since 1970; null before the first time. */
export const agreedAt = (device: Device): Promise<number | null> => device.read(pulledAt)

/** About how much room records take, in bytes: what each pin holds, and opened records that no pin holds. */
export type Room = { viewed: number; byPin: ReadonlyMap<string, number> }

/** Reads none of the records that pins hold: thousands of them would keep a phone, and every edit, waiting. */
export const roomTaken = (device: Device): Promise<Room> =>
  device.read(async ({ pins, records }) => {
    const viewed = await records.where('viewedAt').above(0).toArray()
    const unpinned = viewed.filter((row) => row.pins.length === 0)
    return {
      viewed: unpinned.reduce((sum, { bytes }) => sum + bytes, 0),
      byPin: new Map((await pins.toArray()).map(({ id, bytes }) => [id, bytes])),
    }
  })

/** Calls `next` with what is read, now and after every change in whichever tab, and `trouble` when it cannot be read. */
export const watch = <T>(
  device: Device,
  read: (device: Device) => Promise<T>,
  hear: { next: (value: T) => void; trouble: (kind: TroubleKind) => void },
): (() => void) => {
  const trouble = (error: unknown): void => {
    if (!ended) hear.trouble(error instanceof StorageTrouble ? error.kind : 'failed')
  }
  let ended = false
  const subscription = liveQuery(() => read(device)).subscribe({ next: hear.next, error: trouble })
  // Where there is no IndexedDB a live query says nothing at all.
  device.ready.catch(trouble)
  return () => {
    ended = true
    subscription.unsubscribe()
  }
}

/** The things of a table as they are here, the greatest first by what `by` answers. */
export const shown = <T extends object>(
  device: Device,
  table: ItemTable,
  word: string,
  by: (value: T) => string,
  rows: (tables: Tables) => PromiseLike<Item[]> = (tables) => tables[table].toArray(),
): Promise<Shown<T>[]> =>
  device.read(async (tables) => {
    const items = await rows(tables)
    const states = statesOf(await tables.outbox.toArray())
    return items
      .flatMap(({ id, value }): Shown<T>[] => {
        if (value === null) return []
        const state = states.get(`${word}:${id}`) ?? 'sent'
        // Rows are written by this room only, from what the contract parsed or from the edits of `searches.ts` and its like.
        return [{ id, value: value as T, state }]
      })
      .toSorted((x, y) => (by(x.value) < by(y.value) ? 1 : -1))
  })
