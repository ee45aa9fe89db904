import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'
import { Criteria, Sorting } from '../search/criteria.ts'
import { Act, Cap } from '../org/members.ts'
import { Category } from '../records/records.ts'
import { Id, Moment, maxBatch, maxListed } from '../saved-work/item.ts'

/** In the order in which they are spent: the current period's, the rest of the previous one, purchased add-ons (product 2.6). */
export const CreditKind = z.enum(['subscription', 'rollover', 'addon'])
export type CreditKind = z.infer<typeof CreditKind>

/** Whole credits only. */
export const Credits = z.object({
  balance: z.int(),
  /** `balance - reserved` can be spent. */
  reserved: z.int(),
  parts: z.object({ subscription: z.int(), rollover: z.int(), addon: z.int() }),
  /** Null without a plan. */
  period: z.nullable(z.object({ credits: z.int(), start: Moment, end: Moment })),
  /** Spent by the whole organisation in the current period. */
  spent: z.int(),
  /** Of the caller; an admin sets the cap. */
  mine: z.object({ spent: z.int(), reserved: z.int(), cap: Cap }),
  /** The highest threshold crossed in the period, in %. */
  notice: z.nullable(z.enum(['80', '100'])),
  /** Reported contacts whose refund an operator reviews: the caller's own, or all for admins. */
  claims: z.optional(z.int()),
})
export type Credits = z.infer<typeof Credits>

/** grant and refund add, commit and expire take; reserve and release change only what is reserved. */
export const EntryKind = z.enum(['grant', 'reserve', 'commit', 'release', 'refund', 'expire'])
export type EntryKind = z.infer<typeof EntryKind>

/** `balance` and `reserved` are the values after the entry. */
export const LedgerEntry = z.object({
  id: Id,
  at: Moment,
  kind: EntryKind,
  /** Null where nothing was bought. */
  action: z.nullable(Act),
  delta: z.int(),
  reservedDelta: z.int(),
  balance: z.int(),
  reserved: z.int(),
  /** Null for the plan, a purchase or an expiry. */
  userId: z.nullable(z.string()),
  userName: z.nullable(z.string()),
  requestId: z.nullable(Id),
  /** For example 'Perth builders', 'Trial, July', or the name of a single record. */
  title: z.string(),
  records: z.int(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** `first` counts from the top of the order; lists, uploads and searches are frozen when the act is accepted. */
export const RecordSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ids'),
    ids: z.array(Id).check(z.minLength(1), z.maxLength(maxListed)),
  }),
  z.extend(Criteria, {
    kind: z.literal('search'),
    sorting: z._default(Sorting, []),
    first: z.int().check(z.minimum(1), z.maximum(maxListed)),
  }),
  z.extend(Criteria, {
    kind: z.literal('list'),
    listId: Id,
    sorting: z._default(Sorting, []),
    first: z.int().check(z.minimum(1), z.maximum(maxListed)),
  }),
  /** The accepted matches (product 2.11): at most `maxListed` rows from this row on. */
  z.object({
    kind: z.literal('upload'),
    uploadId: Id,
    fromRow: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
  }),
])
export type RecordSource = z.infer<typeof RecordSource>

/** What an act would cost: total = owned + suppressed + empty + chargeable. Exactly this is charged, or the call is refused (409 `price-changed`). */
export const Estimate = z.object({
  total: z.int(),
  /** Through any act. */
  owned: z.int(),
  /** Left out and never charged. */
  suppressed: z.int(),
  /** Only public facts: delivered, never charged. */
  empty: z.int(),
  chargeable: z.int(),
  /** `after` is negative if the balance is not enough. */
  balance: z.int(),
  after: z.int(),
  capLeft: z.nullable(z.int()),
})
export type Estimate = z.infer<typeof Estimate>

/** The act is refused if it costs more. */
export const Agreed = z.int().check(z.minimum(0), z.maximum(maxListed))

const Page = {
  from: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
  size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
}

export const creditsEndpoints = {
  credits: memberEndpoint({
    method: 'GET',
    path: '/credits',
    summary: 'What can be spent, and what has been',
    input: z.object({}),
    output: Credits,
    gate: 'member',
  }),
  /** Standard members see their own entries, admins all. Newest first. */
  ledger: memberEndpoint({
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
  ledgerRecords: memberEndpoint({
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
  /** Days in the organisation's time zone; days without spending are left out. */
  creditsUsage: memberEndpoint({
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
  estimate: memberEndpoint({
    method: 'POST',
    path: '/records/estimate',
    summary: 'What unlocking records would cost',
    input: z.object({ category: Category, source: RecordSource }),
    output: Estimate,
    reads: true,
    rate: 'records',
  }),
  /** The current records of a search or list, in order, for acts that take ids. */
  recordIds: memberEndpoint({
    method: 'POST',
    path: '/records/ids',
    summary: 'The ids of the records a source means',
    input: z.object({ category: Category, source: RecordSource }),
    output: z.object({ ids: z.array(Id) }),
    reads: true,
    rate: 'records',
  }),
  /**
   * 402 `insufficient-credits` with needed and balance, 402 `cap-reached`, 403 if disabled by an admin, 409 `price-changed` with
   * the new estimate. Repeating it costs nothing.
   */
  reveal: memberEndpoint({
    method: 'POST',
    path: '/records/reveal',
    summary: 'Unlocks records for the whole organisation',
    input: z.object({
      category: Category,
      ids: z.array(Id).check(z.minLength(1), z.maxLength(maxBatch)),
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
