import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'
import { Criteria, Sorting } from '../search/criteria.ts'
import { Act, Cap } from '../org/members.ts'
import { Category } from '../records/records.ts'
import { Id, Moment, mostInBatch, mostListed } from '../saved-work/item.ts'

/** Credits of a kind are spent in this order: those of the current period, what is left of the one before, those bought besides (product 2.6). */
export const CreditKind = z.enum(['subscription', 'rollover', 'addon'])
export type CreditKind = z.infer<typeof CreditKind>

/** The organisation's account, and what the asking member may still spend of it. Whole credits throughout. */
export const Credits = z.object({
  balance: z.int(),
  /** Held for requests under way; what can be spent is `balance - reserved`. */
  reserved: z.int(),
  parts: z.object({ subscription: z.int(), rollover: z.int(), addon: z.int() }),
  /** What the plan gives a period, and the period under way; null without a plan. */
  period: z.nullable(z.object({ credits: z.int(), start: Moment, end: Moment })),
  /** Spent by the whole organisation in the period under way. */
  spent: z.int(),
  /** This member: spent in the period, held by own requests, and the cap an admin has set. */
  mine: z.object({ spent: z.int(), reserved: z.int(), cap: Cap }),
  /** The share of the period's credits that has been reached: told once each, at 80 and at 100 %. */
  notice: z.nullable(z.enum(['80', '100'])),
  /** Contacts reported as not working whose credit whoever runs Fieldbook decides about: one's own, for admins everybody's. */
  claims: z.optional(z.int()),
})
export type Credits = z.infer<typeof Credits>

/** What changes an account: grant and refund add, commit and expire take; reserve and release only hold and let go. */
export const EntryKind = z.enum(['grant', 'reserve', 'commit', 'release', 'refund', 'expire'])
export type EntryKind = z.infer<typeof EntryKind>

/** One line of the ledger. `delta` and `held` are what it did to balance and reserved, `balance` and `reserved` what they were afterwards. */
export const LedgerEntry = z.object({
  id: Id,
  at: Moment,
  kind: EntryKind,
  /** What the credits went for; null where nobody spent any. */
  action: z.nullable(Act),
  delta: z.int(),
  held: z.int(),
  balance: z.int(),
  reserved: z.int(),
  /** Who; null for the plan, a purchase or the calendar. */
  userId: z.nullable(z.string()),
  userName: z.nullable(z.string()),
  /** The request or reveal it belongs to. */
  requestId: z.nullable(Id),
  /** In words: 'Perth builders', 'Trial, July', the name of the only record. */
  title: z.string(),
  /** How many records it unlocked; they are read with `ledgerRecords`. */
  records: z.int(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** Which records an act is about. `first` counts from the top of the order; lists, uploads and searches are frozen when the act is accepted. */
export const RecordSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ids'),
    ids: z.array(Id).check(z.minLength(1), z.maxLength(mostListed)),
  }),
  z.extend(Criteria, {
    kind: z.literal('search'),
    sorting: z._default(Sorting, []),
    first: z.int().check(z.minimum(1), z.maximum(mostListed)),
  }),
  z.extend(Criteria, {
    kind: z.literal('list'),
    listId: Id,
    sorting: z._default(Sorting, []),
    first: z.int().check(z.minimum(1), z.maximum(mostListed)),
  }),
  /** The accepted matches of a file of one's own, with its columns (product 2.11): of at most `mostListed` rows, from this one on. */
  z.object({
    kind: z.literal('upload'),
    uploadId: Id,
    fromRow: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
  }),
])
export type RecordSource = z.infer<typeof RecordSource>

/** What an act would cost: total = owned + suppressed + empty + chargeable. The same numbers are charged, or it asks again (409 `price-changed`). */
export const Estimate = z.object({
  total: z.int(),
  /** Unlocked by the organisation before, in whatever channel. */
  owned: z.int(),
  /** On a suppression list: left out and never charged. */
  suppressed: z.int(),
  /** Holding nothing that is not public already: delivered, never charged. */
  empty: z.int(),
  chargeable: z.int(),
  /** What can be spent now, and what would be left of it; negative when it does not suffice. */
  balance: z.int(),
  after: z.int(),
  /** What the member's own cap still allows this period; null without one. */
  capLeft: z.nullable(z.int()),
})
export type Estimate = z.infer<typeof Estimate>

/** Credits one has agreed to: the act is carried out only if it costs no more. */
export const Agreed = z.int().check(z.minimum(0), z.maximum(mostListed))

const Page = {
  from: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
  size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
}

export const creditsCalls = {
  credits: call({
    method: 'GET',
    path: '/credits',
    summary: 'What can be spent, and what has been',
    input: z.object({}),
    output: Credits,
    gate: 'member',
  }),
  /** Standard members see their own entries, admins everybody's and the plan's. Newest first. */
  ledger: call({
    method: 'GET',
    path: '/credits/ledger',
    summary: 'Every change of the account, newest first',
    input: z.object({
      ...Page,
      kind: z.optional(EntryKind),
      userId: z.optional(z.string().check(z.maxLength(80))),
      requestId: z.optional(Id),
    }),
    output: z.object({ success: z.boolean(), total: z.int(), entries: z.array(LedgerEntry) }),
    gate: 'member',
  }),
  ledgerRecords: call({
    method: 'GET',
    path: '/credits/ledger/{id}/records',
    summary: 'The records an entry unlocked',
    input: z.object({ id: Id, ...Page }),
    output: z.object({
      total: z.int(),
      records: z.array(z.object({ id: Id, category: Category, name: z.string() })),
    }),
    gate: 'member',
  }),
  /** Days are of the organisation's country's time; days without spending are left out. */
  creditsUsage: call({
    method: 'GET',
    path: '/credits/usage',
    summary: 'Credits spent a day, by what they went for',
    input: z.object({
      days: z._default(z.coerce.number().check(z.int(), z.minimum(7), z.maximum(366)), 90),
    }),
    output: z.object({
      days: z.array(
        z.object({ day: z.iso.date(), spent: z.partialRecord(Act, z.int()), refunded: z.int() }),
      ),
    }),
    gate: 'member',
  }),
  estimate: call({
    method: 'POST',
    path: '/records/estimate',
    summary: 'What unlocking records would cost',
    input: z.object({ category: Category, source: RecordSource }),
    output: Estimate,
    reads: true,
    rate: 'records',
  }),
  /** For acts that go by ids: which records a search or a list means now, in its order. */
  recordIds: call({
    method: 'POST',
    path: '/records/ids',
    summary: 'The ids of the records a source means',
    input: z.object({ category: Category, source: RecordSource }),
    output: z.object({ ids: z.array(Id) }),
    reads: true,
    rate: 'records',
  }),
  /** 402 `insufficient-credits` with needed and balance, 402 `cap-reached`, 403 where an admin has disabled it, 409 `price-changed` with the new estimate. Repeating it costs nothing. */
  reveal: call({
    method: 'POST',
    path: '/records/reveal',
    summary: 'Unlocks records for the whole organisation',
    input: z.object({
      category: Category,
      ids: z.array(Id).check(z.minLength(1), z.maxLength(mostInBatch)),
      agreed: Agreed,
    }),
    output: z.object({
      unlocked: z.array(Id),
      charged: z.int(),
      balance: z.int(),
      reserved: z.int(),
    }),
  }),
}
