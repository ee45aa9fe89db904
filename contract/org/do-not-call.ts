import * as z from 'zod/mini'
import { adminEndpoint, memberEndpoint } from '../core/endpoint.ts'
import { Id, Moment, ReportedDay } from '../saved-work/item.ts'

/** In days (product 3, R17). */
export const washHolds = 30

export const maxWashBytes = 10_000_000
export const maxNumbersPerCall = 5_000

/** `finishedAt` is null while the check arrives, or if it was interrupted. */
export const Wash = z.object({
  id: Id,
  name: z.string(),
  /** `validUntil` is the last valid day. */
  washedAt: z.iso.date(),
  validUntil: z.iso.date(),
  userId: z.string(),
  userName: z.nullable(z.string()),
  total: z.int(),
  received: z.int(),
  listed: z.int(),
  notListed: z.int(),
  unreadable: z.int(),
  /** Unlocked people with one of the numbers; null until it is finished. */
  matched: z.nullable(z.int()),
  createdAt: Moment,
  finishedAt: z.nullable(Moment),
})
export type Wash = z.infer<typeof Wash>

const Numbers = z.array(z.string().check(z.maxLength(60)))

/** R17: a number is listed, not listed, or unchecked. */
export const doNotCallEndpoints = {
  doNotCall: memberEndpoint({
    method: 'GET',
    path: '/do-not-call',
    summary: 'What is known of the Do Not Call Register, and since when',
    input: z.object({}),
    output: z.object({
      /** `lapsed` were not listed, but the check has expired. */
      numbers: z.object({ listed: z.int(), notListed: z.int(), lapsed: z.int() }),
      /** The last ten, newest first. */
      washes: z.array(Wash),
    }),
  }),
  /** Idempotent with an `id` from the caller. */
  beginWash: adminEndpoint({
    method: 'POST',
    path: '/do-not-call/washes',
    summary: 'Announces a wash result; its numbers follow',
    input: z.object({
      id: z.optional(Id),
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
      washedAt: ReportedDay,
      total: z.int().check(z.minimum(1), z.maximum(2_000_000)),
    }),
    output: Wash,
    status: 201,
  }),
  /** Valid at once. A later check of a number replaces an earlier one; on the same day, listed wins. Up to 5,000 per call. */
  addWashed: adminEndpoint({
    method: 'POST',
    path: '/do-not-call/washes/{id}/numbers',
    summary: 'Numbers of a wash result: those that are listed and those that are not',
    input: z
      .object({ id: Id, listed: z._default(Numbers, []), notListed: z._default(Numbers, []) })
      .check(
        z.refine(({ listed, notListed }) => listed.length + notListed.length <= maxNumbersPerCall, {
          path: ['listed'],
          error: 'Up to 5,000 numbers a call.',
        }),
      ),
    output: Wash,
  }),
  finishWash: adminEndpoint({
    method: 'POST',
    path: '/do-not-call/washes/{id}/finish',
    summary: 'All numbers of a wash result are in',
    input: z.object({ id: Id }),
    output: Wash,
  }),
}
