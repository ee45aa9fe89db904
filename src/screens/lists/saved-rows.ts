import type { List, ListKind } from '../../../contract/saved-work/lists.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { SavedSearch } from '../../../contract/saved-work/searches.ts'
import type { Device } from '../../offline/database.ts'
import type { Saved } from '../../offline/delete-saved.ts'
import { lists, pins, savedSearches } from '../../offline/live.ts'
import type { ItemState } from '../../offline/outbox.ts'
import { pinId, type PinSource } from '../../offline/pins.ts'
import type { Pin } from '../../offline/rows.ts'

export type SavedRow = {
  id: string
  saved: Saved
  kind: ListKind
  name: string
  category: Category
  shared: boolean
  isOwner: boolean
  ownerId: string
  /** Null where only the server can count and has not answered. */
  count: number | null
  newSince: number | null
  state: ItemState
  pin: Pin | null
  /** False for a list of the server, which is read-only here. */
  isOnDevice: boolean
  updatedAt: string
}

export const sourceOf = ({ saved, id, category }: SavedRow): PinSource => ({
  source: saved.of,
  sourceId: id,
  category,
})

/** Every list and saved search on this device, the last changed first. */
export const savedRows = async (device: Device): Promise<SavedRow[]> => {
  const [ofLists, ofSearches, pinned] = await Promise.all([
    lists(device),
    savedSearches(device),
    pins(device),
  ])
  const byId = new Map(pinned.map((pin) => [pin.id, pin]))
  const row = (saved: Saved, state: ItemState): SavedRow => {
    const pin = byId.get(pinId({ source: saved.of, sourceId: saved.value.id })) ?? null
    const count = pin !== null && pin.fetchedAt > 0 ? pin.total : null
    const plain = rowOf(saved)
    return { ...plain, count: plain.count ?? count, state, pin, isOnDevice: true }
  }
  return lastChangedFirst([
    ...ofLists.map(({ value, state }) => row({ of: 'list', value }, state)),
    ...ofSearches.map(({ value, state }) => row({ of: 'search', value }, state)),
  ])
}

export const rowsFromServer = ({
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
  const { id, kind, name, category, shared, isOwner, ownerId, count, newSince, updatedAt } =
    saved.value
  return {
    id,
    saved,
    kind,
    name,
    category,
    shared,
    isOwner,
    ownerId,
    count,
    newSince,
    state: 'sent',
    pin: null,
    isOnDevice: false,
    updatedAt,
  }
}

const lastChangedFirst = (rows: readonly SavedRow[]): SavedRow[] =>
  rows.toSorted((x, y) => (x.updatedAt < y.updatedAt ? 1 : -1))

/** Adds the server's counts to the rows: results of searches, and how many are new. */
export const withCounts = (
  rows: readonly SavedRow[],
  counted: readonly List[] | undefined,
): SavedRow[] => {
  const byId = new Map((counted ?? []).map((list) => [list.id, list]))
  return rows.map((row) => {
    const serverList = byId.get(row.id)
    if (!serverList) return row
    return {
      ...row,
      newSince: serverList.newSince,
      // The device knows the members of a list, including unsent edits.
      count: row.kind === 'dynamic' ? (serverList.count ?? row.count) : row.count,
    }
  })
}

export const kindLabels: Record<ListKind, string> = {
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
