import type { List, ListKind } from '../../../contract/saved-work/lists.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { SavedSearch } from '../../../contract/saved-work/searches.ts'
import type { Device } from '../../offline/database.ts'
import type { Saved } from '../../offline/deleted.ts'
import { lists, pins, savedSearches } from '../../offline/live.ts'
import type { ItemState } from '../../offline/outbox.ts'
import { pinId } from '../../offline/pins.ts'
import type { Pin } from '../../offline/rows.ts'

/** A list or saved search as its row shows it. */
export type SavedRow = {
  id: string
  saved: Saved
  kind: ListKind
  name: string
  category: Category
  shared: boolean
  isOwner: boolean
  /** Null where only the server knows it and has not said. */
  count: number | null
  newSince: number | null
  state: ItemState
  pin: Pin | null
  /** On this device. What is not is the server's, to be read only. */
  here: boolean
  updatedAt: string
}

/** Every list and saved search on this device, the last changed first. */
export const savedRows = async (device: Device): Promise<SavedRow[]> => {
  const [ofLists, ofSearches, held] = await Promise.all([
    lists(device),
    savedSearches(device),
    pins(device),
  ])
  const byId = new Map(held.map((pin) => [pin.id, pin]))
  const row = (saved: Saved, state: ItemState): SavedRow => {
    const pin = byId.get(pinId({ source: saved.of, sourceId: saved.value.id })) ?? null
    const count = pin !== null && pin.fetchedAt > 0 ? pin.total : null
    const plain = rowOf(saved)
    return { ...plain, count: plain.count ?? count, state, pin, here: true }
  }
  return lastChangedFirst([
    ...ofLists.map(({ value, state }) => row({ of: 'list', value }, state)),
    ...ofSearches.map(({ value, state }) => row({ of: 'search', value }, state)),
  ])
}

/** Every list and saved search as the server tells them, where they cannot be on this device. */
export const rowsToldBy = ({
  lists: ofLists,
  searches,
}: {
  lists: readonly List[]
  searches: readonly SavedSearch[]
}): SavedRow[] =>
  lastChangedFirst([
    ...ofLists.flatMap((value) => (value.kind === 'dynamic' ? [] : [rowOf({ of: 'list', value })])),
    ...searches.map((value) => rowOf({ of: 'search', value })),
  ])

const rowOf = (saved: Saved): SavedRow => {
  const { id, kind, name, category, shared, isOwner, count, newSince, updatedAt } = saved.value
  return {
    id,
    saved,
    kind,
    name,
    category,
    shared,
    isOwner,
    count,
    newSince,
    state: 'sent',
    pin: null,
    here: false,
    updatedAt,
  }
}

const lastChangedFirst = (rows: readonly SavedRow[]): SavedRow[] =>
  rows.toSorted((x, y) => (x.updatedAt < y.updatedAt ? 1 : -1))

/** The rows with what the server counts: of searches how many they find now, of both how many are new. */
export const withCounts = (
  rows: readonly SavedRow[],
  counted: readonly List[] | undefined,
): SavedRow[] => {
  const byId = new Map((counted ?? []).map((list) => [list.id, list]))
  return rows.map((row) => {
    const told = byId.get(row.id)
    if (!told) return row
    return {
      ...row,
      newSince: told.newSince,
      // What is in a list is known here, with the edits that were not sent yet.
      count: row.kind === 'dynamic' ? (told.count ?? row.count) : row.count,
    }
  })
}

export const kindWords: Record<ListKind, string> = {
  dynamic: 'Saved search',
  static: 'List',
  upload: 'Upload',
  suppression: 'Suppression',
}

export const kindIcons = {
  dynamic: 'search',
  static: 'list',
  upload: 'upload',
  suppression: 'exclude',
} as const satisfies Record<ListKind, string>
