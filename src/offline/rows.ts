import type { HistoryRow } from '../../contract/money/downloads.ts'
import type { Notice } from '../../contract/signals/notifications.ts'
import type { Problem } from '../../contract/core/problem.ts'
import type { Category, RecordView } from '../../contract/records/records.ts'
import type { SearchDoc } from '../../contract/search/search-doc.ts'
import type { Signal } from '../../contract/signals/signals.ts'

/** Written into every row; raise it when a row's shape changes, so that rows of an older tab are known. */
export const schema = 1

/** The tables of things that are edited here and on the server. */
export const itemTables = [
  'searches',
  'recent',
  'lists',
  'members',
  'activities',
  'agents',
] as const
export type ItemTable = (typeof itemTables)[number]

export type Fields = Record<string, unknown>

/**
 * Something edited both here and on the server. `known` is how the server last told it (null: not there), `value` how it is
 * with the edits that are still here (null: deleted). Without unsent edits they are the same.
 */
export type Item<T extends Fields = Fields> = {
  id: string
  known: T | null
  value: T | null
  /** The server told that it is deleted while edits of it were still here: it stays until the server has answered them. */
  gone?: boolean
  /** The reading from the beginning that last named it; none while the server has never told of it. */
  round?: number
  schema: number
}

/** What one edit does to an item; doing it twice is the same as once. `before` is what the person saw in the fields they changed. */
export type Effect =
  | { do: 'create'; value: Fields }
  | { do: 'change'; fields: Fields; before: Fields }
  | { do: 'remove' }
  | { do: 'members'; add: string[]; take: string[] }
  /** Something asked for that leaves no row of its own: feedback, a report, a download. */
  | { do: 'ask' }

/** A call as it goes out. */
export type Request = { call: string; input: Fields }

/**
 * One edit on its way. `id` is its Idempotency-Key; `seq` the order edits were made in on this device; `entity` what it belongs to
 * ('list:<id>'): within one entity the order is kept. `request` is kept as first sent, so that every attempt says the same.
 */
export type Entry = {
  seq: number
  id: string
  /** The rules it is sent by (`kinds.ts`). */
  kind: string
  entity: string
  table: ItemTable | null
  item: string
  effect: Effect
  /** Fields of the call that are no part of the item. */
  extra: Fields
  /** The server's version the edit was made on; null for something new. */
  base: number | null
  /** When it was made, ms since 1970. */
  at: number
  attempts: number
  /** How often the server failed at it. */
  failures: number
  /** Not sent before, ms since 1970. */
  nextAt: number
  state: 'waiting' | 'sending' | 'parked'
  /** While sending: since when, ms since 1970. */
  since: number
  request: Request | null
  problem: Problem | null
  /** Credits it was shown to cost at most. */
  estimate: number | null
  schema: number
}

/** Two people's versions of one thing. `field`: the same field was changed twice, `yours` did not stay or `theirs` was overwritten; `gone`: what you edited is deleted. */
export type Conflict = {
  id: string
  kind: 'field' | 'gone'
  entity: string
  table: ItemTable
  item: string
  field: string | null
  yours: unknown
  theirs: unknown
  /** Who, as the server names them; null when it did not say. */
  by: string | null
  at: number
  /** For 'gone': your whole version, to be restored as new. */
  mine: Fields | null
  schema: number
}

/** A record as last seen. `pins` names the pins it belongs to; `viewedAt` is 0 unless it was opened. */
export type RecordRow = {
  id: string
  category: Category
  view: RecordView
  /** ms since 1970. */
  fetchedAt: number
  viewedAt: number
  pins: string[]
  /** About how much room it takes. */
  bytes: number
  /** What happened there lately, as last told; none while its signals were never looked at. */
  signals?: SignalsOf
  schema: number
}

/** Signals of one record; `fetchedAt` in ms since 1970. */
export type SignalsOf = { total: number; signals: Signal[]; fetchedAt: number }

/** One page of a pin's records as search sees them, in one row: reading 5,000 is twenty reads. */
export type DocBlock = {
  pin: string
  block: number
  docs: SearchDoc[]
  /** Of each record, in the order of `docs`: the points on the map one could go to. */
  places: { lat: number; lng: number; approx: boolean }[][]
  schema: number
}

export type Pin = {
  /** 'list:<id>' or 'search:<id>'. */
  id: string
  source: 'list' | 'search'
  sourceId: string
  category: Category
  /** fetching: the first time, or anew; cut: to be gone on with; ready: whole. Searched in any of them. */
  state: 'fetching' | 'cut' | 'ready'
  /** How many there will be, and how many have come since fetching began. */
  total: number
  done: number
  /** The place to go on from; null at the beginning. */
  cursor: string | null
  /** What the server wants to hear to tell only what changed. */
  asOf: string | null
  /** Of the ids held (`idsChecksum`). */
  checksum: string
  /** The ids it begins with, for its first rows to be read without the rest; pins of before do not know. */
  head?: string[]
  /** When it last agreed with the server, ms since 1970; 0 until it was whole once. */
  fetchedAt: number
  /** About how much room its records take; one that two pins share counts in both. */
  bytes: number
  schema: number
}

/** A request that takes records out, as the server last told it. */
export type KeptRequest = {
  id: string
  createdAt: string
  row: HistoryRow
  /** ms since 1970. */
  fetchedAt: number
  schema: number
}

/** A notice as the server last told it; one that was read here is read. */
export type KeptNotice = { id: string; at: string; notice: Notice; schema: number }

export type MetaRow = { key: string; value: unknown }
