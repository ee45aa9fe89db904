import type { HistoryRow } from '../../contract/money/downloads.ts'
import type { AppNotification } from '../../contract/signals/notifications.ts'
import type { Problem } from '../../contract/core/problem.ts'
import type { Category, RecordView } from '../../contract/records/records.ts'
import type { SearchDoc } from '../../contract/search/search-doc.ts'
import type { Signal } from '../../contract/signals/signals.ts'
import type { ItemTable } from './entities/entities.ts'

/** Stored in every row; raise it when the shape of a row changes, so that rows of an older tab are recognised. */
export const schema = 1

export type Fields = Record<string, unknown>

/** `known`: the server's value (null: not there); `value`: with the unsent edits on top (null: deleted). */
export type Item<T extends Fields = Fields> = {
  id: string
  known: T | null
  value: T | null
  /** The server deleted it, but has not answered its unsent edits yet. */
  isDeleted?: boolean
  /** The last reading from the beginning that named it; none where the server never sent it. */
  round?: number
  schema: number
}

/** What an edit does to an item; idempotent. `before`: the changed fields as the user saw them. */
export type Effect =
  | { do: 'create'; value: Fields }
  | { do: 'change'; fields: Fields; before: Fields }
  | { do: 'remove' }
  | { do: 'members'; add: string[]; take: string[] }
  /** A request that leaves no item: feedback, a report, a download. */
  | { do: 'ask' }

export type Request = { call: string; input: Fields }

/**
 * `id` is its Idempotency-Key, `entity` ('list:<id>') the unit within which the order is guaranteed. `request` is stored as first
 * sent, so that every attempt is the same.
 */
export type Entry = {
  seq: number
  id: string
  kind: string
  entity: string
  table: ItemTable | null
  item: string
  effect: Effect
  /** Fields of the request that are not part of the item. */
  extra: Fields
  /** The server's version that the edit is based on; null for a new item. */
  base: number | null
  /** ms since 1970. */
  at: number
  attempts: number
  /** How often the server failed on it. */
  failures: number
  /** Retry not before, ms since 1970. */
  nextAt: number
  state: 'waiting' | 'sending' | 'parked'
  /** While sending: the start, ms since 1970. */
  since: number
  request: Request | null
  problem: Problem | null
  /** The most credits it may cost, as the user saw. */
  estimate: number | null
  schema: number
}

/** 'field': both changed the same field, and `theirs` or `yours` lost; 'gone': the edited item was deleted. */
export type Conflict = {
  id: string
  kind: 'field' | 'gone'
  entity: string
  table: ItemTable
  item: string
  field: string | null
  yours: unknown
  theirs: unknown
  /** The id of the other user; null where unknown. */
  by: string | null
  at: number
  /** For 'gone': the user's whole version, to restore as new. */
  mine: Fields | null
  schema: number
}

/** Among the `pins` of a record that a plan of the day needs. */
export const stopsHold = 'stops'

/** A record as last fetched. `pins`: the offline copies that have it, and `stopsHold`; `viewedAt` is 0 unless it was opened. */
export type RecordRow = {
  id: string
  category: Category
  view: RecordView
  /** ms since 1970. */
  fetchedAt: number
  viewedAt: number
  pins: string[]
  /** The size of the record as JSON. */
  bytes: number
  signals?: SignalsOf
  schema: number
}

export type SignalsOf = { total: number; signals: Signal[]; fetchedAt: number }

/** One page of an offline copy's search documents in one row: 5,000 records take twenty reads. */
export type DocBlock = {
  pin: string
  block: number
  docs: SearchDoc[]
  /** The points of each record, in the order of `docs`; only in copies of earlier versions, whose documents have none. */
  places?: { lat: number; lng: number; approx: boolean }[][]
  /** Of companies: the ids of the people to ask for; none in copies of earlier versions. */
  people?: string[][]
  schema: number
}

export type Pin = {
  /** 'list:<id>' or 'search:<id>'. */
  id: string
  source: 'list' | 'search'
  sourceId: string
  category: Category
  /** fetching: being downloaded; cut: interrupted; ready: complete. All of them can be searched. */
  state: 'fetching' | 'cut' | 'ready'
  /** All records of the source, and those downloaded so far. */
  total: number
  done: number
  /** The cursor to resume from; null at the beginning. */
  cursor: string | null
  /** The `since` of the next refresh. */
  asOf: string | null
  /** Of the stored ids (`idsChecksum`). */
  checksum: string
  /** The first ids, so that the first rows need no other reads; copies of earlier versions have none. */
  head?: string[]
  /** It has the people to ask for at its companies; copies of earlier versions do not. */
  hasPeople?: boolean
  /** Of its documents, as in `pin-docs.ts`; copies of earlier versions have none. */
  docRules?: number
  /** When it last matched the server, ms since 1970; 0 before its first complete download. */
  fetchedAt: number
  /** When the newest signals of its records were stored, ms since 1970. */
  signalsAt?: number
  /** The size of its records; a record in two copies counts in both. */
  bytes: number
  schema: number
}

/** An edit that the server acknowledged, and its item as it was then. `at`: when, ms since 1970. */
export type SentEdit = {
  id: string
  at: number
  entry: Pick<Entry, 'kind' | 'table' | 'item' | 'effect' | 'extra'>
  value: Fields
  schema: number
}

export type StoredRequest = {
  id: string
  createdAt: string
  row: HistoryRow
  /** ms since 1970. */
  fetchedAt: number
  schema: number
}

/** A notification as the server last sent it; once read here, it stays read. */
export type StoredNotification = { id: string; at: string; notice: AppNotification; schema: number }

export type MetaRow = { key: string; value: unknown }
