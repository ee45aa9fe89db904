import * as z from 'zod/mini'
import { activitiesChanges } from './saved-work/activities.ts'
import { agentsChanges } from './signals/agents.ts'
import { cadencesChanges } from './saved-work/cadences.ts'
import { dayPlansChanges } from './saved-work/day-plans.ts'
import { followUpsChanges } from './saved-work/follow-ups.ts'
import { memberEndpoint } from './core/endpoint.ts'
import { listsChanges } from './saved-work/lists.ts'
import { Category, Company, PersonView, RecordView } from './records/records.ts'
import { Id } from './saved-work/item.ts'
import { searchesChanges } from './saved-work/searches.ts'

/** One change of what a device syncs; each part of the contract describes its own. */
export const Change = z.discriminatedUnion('kind', [
  ...searchesChanges,
  ...listsChanges,
  ...activitiesChanges,
  ...followUpsChanges,
  ...cadencesChanges,
  ...dayPlansChanges,
  ...agentsChanges,
])
export type Change = z.infer<typeof Change>

/** A query string has numbers as text. */
const limit = (max: number, preset: number) =>
  z._default(
    z.pipe(
      z.transform((value) => (typeof value === 'string' && value !== '' ? Number(value) : value)),
      z.int().check(z.minimum(1), z.maximum(max)),
    ),
    preset,
  )

const Token = z.string().check(z.maxLength(300))

/** Product 2.13; Ext. */
export const syncEndpoints = {
  /**
   * In the order of commits; everything without `since`. Ask again with `cursor` while `more`, and later with the last one.
   * `reset` marks a reading from the beginning, also where `since` is too old or not ours: the device deletes what no page names,
   * and a list holds only the members that these pages add.
   */
  changes: memberEndpoint({
    method: 'GET',
    path: '/sync/changes',
    summary: 'What changed for the caller since a cursor',
    input: z.object({ since: z.optional(Token), limit: limit(1000, 500) }),
    output: z.object({
      changes: z.array(Change),
      cursor: z.string(),
      more: z.boolean(),
      reset: z.boolean(),
      /** The device deletes them everywhere. The same id may come twice. */
      removedIds: z.optional(z.array(Id)),
    }),
  }),
  /**
   * Records for an offline copy, masked like any other answer. Exactly one of `list` (the id of a list or a saved search) and `ids` (up to
   * 100, separated by commas). `list` alone: all its records, at most 5,000 (the first in the category's own order; `total` counts all),
   * page by page with `cursor`. With `since` (an earlier `asOf`) and `checksum` (of the ids on the device, `idsChecksum`): only what
   * changed, and `ids` with all current members where the checksum differs; the device asks for the missing ones by `ids`. `employers` are
   * the companies of the people on the page, which people filters read; `people` are the people to ask for at the companies on the page, up
   * to three each, the first to ask for first.
   */
  syncRecords: memberEndpoint({
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
      /** Of the current ids. */
      checksum: z.string(),
      /** The `since` of the next reading; keep the first page's. */
      asOf: z.string(),
      records: z.array(RecordView),
      employers: z.array(Company),
      people: z.optional(z.array(PersonView)),
      ids: z.nullable(z.array(Id)),
      cursor: z.nullable(z.string()),
    }),
  }),
}

/** In any order: their number and two sums of hashes. */
export const idsChecksum = (ids: Iterable<string>): string => {
  let count = 0
  let firstSum = 0
  let secondSum = 0
  for (const id of ids) {
    count += 1
    firstSum = (firstSum + hashed(id, 0x811c9dc5)) >>> 0
    secondSum = (secondSum + hashed(id, 0x9747b28c)) >>> 0
  }
  return `${count}.${hex(firstSum)}${hex(secondSum)}`
}

const hashed = (id: string, seed: number): number => {
  let hash = seed
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  // FNV alone leaves the last characters in the low bits, so sums over similar ids would cancel out.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
const hex = (value: number): string => value.toString(16).padStart(8, '0')
