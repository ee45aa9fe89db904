import * as z from 'zod/mini'
import { Activity } from './saved-work/activities.ts'
import { Agent } from './signals/agents.ts'
import { call } from './core/endpoint.ts'
import { List } from './saved-work/lists.ts'
import { Category, Company, RecordView } from './records/records.ts'
import { Id } from './saved-work/item.ts'
import { RecentSearch, SavedSearch } from './saved-work/searches.ts'

/**
 * One thing that changed: how it is now, or null where it was deleted or is no longer shown to this member. Members of a list come
 * as what was added and removed since; both are sets, and telling the same again does nothing. Counts are null here.
 */
export const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('search'), id: Id, value: z.nullable(SavedSearch) }),
  z.object({ kind: z.literal('recent'), id: Id, value: z.nullable(RecentSearch) }),
  z.object({ kind: z.literal('list'), id: Id, value: z.nullable(List) }),
  z.object({
    kind: z.literal('members'),
    /** The list's. */
    id: Id,
    added: z.array(Id),
    removed: z.array(Id),
  }),
  z.object({ kind: z.literal('activity'), id: Id, value: z.nullable(Activity) }),
  /** One's own only. */
  z.object({ kind: z.literal('agent'), id: Id, value: z.nullable(Agent) }),
])
export type Change = z.infer<typeof Change>

const inQuery = (schema: z.ZodMiniType<number, number | undefined>) =>
  z.pipe(
    z.transform((value) => (typeof value === 'string' && value !== '' ? Number(value) : value)),
    schema,
  )
const limit = (most: number, preset: number) =>
  inQuery(z._default(z.int().check(z.minimum(1), z.maximum(most)), preset))

const Token = z.string().check(z.maxLength(300))

/** What a device keeps of the server (product 2.13; Ext). */
export const syncCalls = {
  /**
   * Everything of the caller's that changed after `since`, in the order it was committed; without it, everything there is.
   * Ask again with `cursor` while `more`, and later with the last one. `reset` stands on every page of a reading from the beginning,
   * also when `since` was too old or not ours: then what no page of it names, up to the one without `more`, is not there any more,
   * and lists hold only what those pages add.
   */
  changes: call({
    method: 'GET',
    path: '/sync/changes',
    summary: 'What changed for the caller since a cursor',
    input: z.object({ since: z.optional(Token), limit: limit(1000, 500) }),
    output: z.object({
      changes: z.array(Change),
      cursor: z.string(),
      more: z.boolean(),
      reset: z.boolean(),
      /** Records that are no more since then, wherever the device holds them; the same may be told again. */
      gone: z.optional(z.array(Id)),
    }),
  }),
  /**
   * Records to keep on the device, masked like any other reading. Exactly one of `list` (a list's or a saved search's id) and
   * `ids` (up to 100, parted by commas).
   *
   * `list` alone: all its records, 5,000 at most (the first in the category's own order; `total` is how many there are), page by
   * page with `cursor`. With `since` (an earlier `asOf`) and `checksum` (of the ids held, `idsChecksum`): only what changed, and
   * `ids` with everything that belongs to it now where the checksum differs; ask for those you lack by `ids`.
   * `employers` are the companies of the people on the page, which their filters look at.
   */
  syncRecords: call({
    method: 'GET',
    path: '/sync/records',
    summary: 'A snapshot of the records of a list for a device, or what changed in it',
    rate: 'copies',
    input: z.object({
      list: z.optional(Id),
      ids: z.optional(z.string().check(z.maxLength(3700))),
      category: z.optional(Category),
      cursor: z.optional(Token),
      since: z.optional(Token),
      checksum: z.optional(z.string().check(z.maxLength(40))),
      limit: limit(500, 250),
    }),
    output: z.object({
      category: Category,
      total: z.int(),
      /** Of the ids that belong to it now. */
      checksum: z.string(),
      /** Hand it back as `since` for what changed after this reading; keep the first page's. */
      asOf: z.string(),
      records: z.array(RecordView),
      employers: z.array(Company),
      ids: z.nullable(z.array(Id)),
      cursor: z.nullable(z.string()),
    }),
  }),
}

/** A checksum of a set of ids, whatever their order: their number and two sums of hashes. */
export const idsChecksum = (ids: Iterable<string>): string => {
  let count = 0
  let one = 0
  let two = 0
  for (const id of ids) {
    count += 1
    one = (one + hashed(id, 0x811c9dc5)) >>> 0
    two = (two + hashed(id, 0x9747b28c)) >>> 0
  }
  return `${count}.${hex(one)}${hex(two)}`
}

const hashed = (id: string, seed: number): number => {
  let hash = seed
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  // FNV alone leaves the last characters in the low bits; a sum over similar ids would cancel out too easily.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
const hex = (word: number): string => word.toString(16).padStart(8, '0')
