import * as z from 'zod/mini'
import { uuidPattern } from '../core/ids.ts'

/** In lower case; made on the device (UUIDv7) or by the server. */
export const Id = z.string().check(z.regex(uuidPattern))

/** Product 2.3. */
export const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(80))

/** ISO 8601 with its offset. */
export const Moment = z.iso.datetime({ offset: true })

/** In this century. */
export const ReportedMoment = z.iso.datetime({ offset: true }).check(z.regex(/^20\d\d-/))

/** YYYY-MM-DD, in this century. */
export const ReportedDay = z.iso.date().check(z.regex(/^20/))

/** Increases by one with every change; the first is 1. */
export const Version = z.int().check(z.minimum(1))

/**
 * A field that two members changed: `yours` has just arrived and wins, `theirs` was overwritten. Parts of a field follow a slash:
 * 'filters/industry'. Null means 'nothing'.
 */
export const Overruled = z.object({
  field: z.string(),
  yours: z.unknown(),
  theirs: z.unknown(),
  by: z.string(),
  at: Moment,
})
export type Overruled = z.infer<typeof Overruled>

/** What every list and saved search has: a member's own, or shared with the organisation. */
export const itemFields = {
  id: Id,
  name: z.string(),
  isOwner: z.boolean(),
  ownerId: z.string(),
  shared: z.boolean(),
  version: Version,
  /** How many records there are now; null if it was not counted (the change feed) or the filters of a search are no longer valid. */
  count: z.nullable(z.int()),
  /** Since this member last looked; 0 if fewer. */
  newSince: z.nullable(z.int()),
  createdAt: Moment,
  updatedAt: Moment,
}

/** 204. */
export const Nothing = z.void()

/** Per user, per list, per call and per offline copy (product 2.3, 2.13). */
export const maxSavedSearches = 200
export const maxRecentSearches = 50
export const maxListed = 10_000
export const maxBatch = 1_000
export const maxPinned = 5_000

/**
 * A change of one item, as a device syncs it (`contract/sync.ts`): its value now, or null where it was deleted or hidden from this member.
 * Devices store `kind`: it never changes.
 */
/* @__NO_SIDE_EFFECTS__ */
export const changeOf = <const Kind extends string, Value extends z.core.$ZodType>(
  kind: Kind,
  value: Value,
) => z.object({ kind: z.literal(kind), id: Id, value: z.nullable(value) })
