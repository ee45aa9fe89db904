import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'
import { Id, Moment, ToldDay } from '../saved-work/item.ts'

/** A check against the register holds for so many days (product 3, R17). */
export const washHolds = 30

/** A file of numbers may be so large, and one call may carry so many of them. */
export const mostWashBytes = 10_000_000
export const mostWashed = 5_000

/** A wash result that was brought in. `finishedAt` is null while it arrives, and where that was broken off. */
export const Wash = z.object({
  id: Id,
  name: z.string(),
  /** The day the numbers were checked, and the last day that holds. */
  washedAt: z.iso.date(),
  validUntil: z.iso.date(),
  userId: z.string(),
  userName: z.nullable(z.string()),
  /** Rows of the files; those taken so far, and what they said. */
  total: z.int(),
  taken: z.int(),
  listed: z.int(),
  notListed: z.int(),
  /** Rows that are no telephone number. */
  unreadable: z.int(),
  /** People the organisation has unlocked who have one of the numbers; null until it is finished. */
  matched: z.nullable(z.int()),
  createdAt: Moment,
  finishedAt: z.nullable(Moment),
})
export type Wash = z.infer<typeof Wash>

const Numbers = z.array(z.string().check(z.maxLength(60)))

/** What an organisation knows of the Do Not Call Register by its own checks (R17): a number is listed, not listed, or nobody has looked. */
export const doNotCallCalls = {
  doNotCall: call({
    method: 'GET',
    path: '/do-not-call',
    summary: 'What is known of the Do Not Call Register, and since when',
    input: z.object({}),
    output: z.object({
      /** Numbers by what the organisation's own checks say of them today; `lapsed` were not listed, too long ago to rely on. */
      numbers: z.object({ listed: z.int(), notListed: z.int(), lapsed: z.int() }),
      /** The last ten, the latest first. */
      washes: z.array(Wash),
    }),
  }),
  /** With an `id` of the caller's own, beginning twice is beginning once. */
  beginWash: call({
    method: 'POST',
    path: '/do-not-call/washes',
    summary: 'Announces a wash result; its numbers follow',
    input: z.object({
      id: z.optional(Id),
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
      washedAt: ToldDay,
      total: z.int().check(z.minimum(1), z.maximum(2_000_000)),
    }),
    output: Wash,
    roles: ['admin'],
    status: 201,
  }),
  /** They count at once. A later check of a number takes the place of an earlier one; of two on one day, listed stands. Up to 5,000 a call. */
  addWashed: call({
    method: 'POST',
    path: '/do-not-call/washes/{id}/numbers',
    summary: 'Numbers of a wash result: those that are listed and those that are not',
    input: z
      .object({ id: Id, listed: z._default(Numbers, []), notListed: z._default(Numbers, []) })
      .check(
        z.refine(({ listed, notListed }) => listed.length + notListed.length <= mostWashed, {
          path: ['listed'],
          error: 'Up to 5,000 numbers a call.',
        }),
      ),
    output: Wash,
    roles: ['admin'],
  }),
  finishWash: call({
    method: 'POST',
    path: '/do-not-call/washes/{id}/finish',
    summary: 'All numbers of a wash result are in',
    input: z.object({ id: Id }),
    output: Wash,
    roles: ['admin'],
  }),
}
