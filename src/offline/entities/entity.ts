import type { HistoryRow } from '../../../contract/money/downloads.ts'
import { requestOf, type InputOf, type OfflineCall, type OutputOf } from '../calls.ts'
import type { Effect, Entry, Fields, Request } from '../rows.ts'

/** A kind of thing that is edited on a device: the one description that the outbox, the feed and the Sync centre read. */
export type Entity = {
  /** Its name in the outbox and in the change feed. Devices store it: it never changes. */
  kind: string
  /** The table of its items; null where an edit leaves no item. */
  table: string | null
  /** The version of the device's database that added the table, and its indexes ('id' by default). */
  since?: number
  indexes?: string
  /** The kind whose edits its own are ordered with: a list's members go with the list. */
  partOf?: string
  /** False where each edit holds the whole item and only its owner makes any: nothing to merge. */
  isMerged?: boolean
  /** True where edits happen by the way, such as marking signals as seen: no user counts them as unsent work. */
  isBackground?: boolean
  /** Where the endpoint takes the whole item: the fields of a value that an edit holds. */
  wholeOf?: (value: Fields) => Fields

  /** How each effect becomes a request, and what its answer says. */
  create?: Action
  change?: Action
  remove?: Action
  members?: Action
  ask?: Action

  /** Makes a deleted item again, with the user's version, under a new id. */
  restore?: {
    valueOf: (mine: Fields, id: string) => Fields
    /** The endpoint for it, and what it needs besides; `create` by default. */
    action?: Action
    extraOf?: (mine: Fields, deletedId: string) => Fields
  }

  noun: string
  titleOf?: (about: About, format: Format) => string
  /** What the Sync centre calls an edit; 'Create', 'Change' or 'Delete' with noun and name by default. */
  describe?: (edit: DescribedEdit) => string
  /** A field of a conflict in words, if its value alone doesn't read well. */
  formatField?: (field: string, value: unknown, item: Fields) => string | null
  /** The lines that show the user's version of a deleted item; its name by default. */
  linesOf?: (mine: Fields, format: Format) => string[]
}

export const entity = <const Kind extends string, const Table extends string | null>(
  definition: Entity & { kind: Kind; table: Table },
): Entity & { kind: Kind; table: Table } => definition

export type Action = {
  request: (entry: Entry) => Request
  /** `known` is the item as the server had it before. */
  parse: (output: unknown, known: Fields | null) => ParsedResponse
}

/** What an answer says about the item; without `known` nothing. `request`: a download request as it is now. */
export type ParsedResponse = {
  known?: Fields | null
  overruled?: readonly Overruled[]
  request?: HistoryRow
}

/** A field of which the server kept the other user's value; `at` in ms since 1970. */
export type Overruled = {
  field: string
  yours: unknown
  theirs: unknown
  by: string | null
  at: number
}

/** An edit as an action reads it. `value`: the new item, the changed fields, or the members that were added and removed. */
export type Edited<Value, Extra = Fields> = {
  id: string
  value: Value
  extra: Extra
  baseVersion: number
}

export const action = <Name extends OfflineCall, Value, Extra = Fields>(
  name: Name,
  input: (edited: Edited<Value, Extra>) => InputOf<Name>,
  parse: (output: OutputOf<Name>, known: Fields | null) => ParsedResponse = () => ({}),
): Action => ({
  request: (entry) =>
    requestOf(
      name,
      input({
        id: entry.item,
        // Dexie returns the entry as src/offline stored it.
        value: valueOf(entry.effect) as Value,
        // The same holds for what the edit function added to it.
        extra: entry.extra as Extra,
        // An item that was created here has version 1 once its creation was sent.
        baseVersion: Math.max(1, entry.base ?? 1),
      }),
    ),
  // The server checked its answer against the contract; 204 and an acknowledged 404 have none.
  parse: (output, known) =>
    typeof output === 'object' && output !== null ? parse(output as OutputOf<Name>, known) : {},
})

const valueOf = (effect: Effect): unknown => {
  if (effect.do === 'create') return effect.value
  if (effect.do === 'change') return effect.fields
  return effect.do === 'members' ? { add: effect.add, remove: effect.take } : {}
}

export const parseItem = (item: object): ParsedResponse => ({ known: { ...item } })

/** Parses the answer to a PATCH: the merged item, and the fields that were decided against one side. */
export const parseMerge = (
  item: object,
  overruled: readonly (Omit<Overruled, 'at'> & { at: string })[],
): ParsedResponse => ({
  known: { ...item },
  overruled: overruled.map((each) => ({ ...each, at: Date.parse(each.at) })),
})

export type About = {
  value: Fields
  /** Its name in quotation marks, or that it is deleted. */
  name: string
  /** Of an activity: the name of its company or person, where the device has the record. */
  record: string | null
}

export type DescribedEdit = About & { effect: Effect; extra: Fields; format: Format }

/** The formatters of the Sync centre: src/offline has none of its own. */
export type Format = {
  quoted: (text: string) => string
  count: (count: number, singular: string, plural: string) => string
  records: (count: number, category: 'company' | 'people') => string
  field: (field: string) => string
  /** Of a day ('2026-11-28'). */
  day: (day: string) => string
  /** Criteria in a sentence; null where the value has none that can be read. */
  criteria: (value: Fields) => string | null
}
