import * as z from 'zod/mini'

/** An id in lower case, made on the device (UUIDv7) or by the server. */
export const Id = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))

/** What a person calls a search or a list: 1 to 80 characters, blanks at the ends aside (product 2.3). */
export const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(80))

/** A moment, ISO 8601 with its offset. */
export const Moment = z.iso.datetime({ offset: true })

/** A moment somebody tells us: one of this century, where they were. */
export const ToldMoment = z.iso.datetime({ offset: true }).check(z.regex(/^20\d\d-/))

/** A day somebody tells us, YYYY-MM-DD: one of this century. */
export const ToldDay = z.iso.date().check(z.regex(/^20/))

/** Counts up by one with every change of the thing it stands on; the first is 1. */
export const Version = z.int().check(z.minimum(1))

/**
 * A field that two people changed: `yours` is what has just arrived and stands, `theirs` what it took the place of. `by` is the
 * user who wrote theirs and `at` when. A part of a field is named after a slash: 'filters/industry'. Null stands for 'nothing'.
 */
export const Overruled = z.object({
  field: z.string(),
  yours: z.unknown(),
  theirs: z.unknown(),
  by: z.string(),
  at: Moment,
})
export type Overruled = z.infer<typeof Overruled>

/** An answer without a body (204). */
export const Nothing = z.void()

/** Most saved searches and most recent searches of one user, most records of a list, of one call about them, and of a pin (product 2.3, 2.13). */
export const mostSaved = 200
export const mostRecent = 50
export const mostListed = 10_000
export const mostInBatch = 1_000
export const mostPinned = 5_000
