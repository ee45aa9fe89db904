import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CreditKind, EntryKind } from '../../../contract/money/credits.ts'
import type { Act } from '../../../contract/org/members.ts'
import type { Category } from '../../../contract/records/records.ts'

type At = ColumnType<Date, Date | string | undefined, Date | string>
type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>

/** The tables of credits and of what they have unlocked. */
export type CreditTables = {
  /** Records an organisation has paid for, once; `entry_id` is the commit that paid. Rows are added and never touched again. */
  unlock: {
    org_id: string
    category: Category
    record_id: string
    at: At
    by_user: ColumnType<string | null, string | null | undefined, never>
    action: ColumnType<Act | null, Act | null | undefined, never>
    entry_id: ColumnType<string | null, string | null | undefined, never>
  }
  credit_account: CreditAccountRow
  credit_lot: CreditLotRow
  credit_entry: CreditEntryRow
  /** What a member has spent in that period, and what is held for requests of theirs. */
  credit_spender: {
    org_id: string
    user_id: string
    period_ref: string | null
    spent: Generated<number>
    reserved: Generated<number>
  }
  /** Shares of a period's credits that have been reached, each told once. */
  credit_notice: { org_id: string; period_ref: string; share: '80' | '100'; at: At }
  /** Contacts that were reported dead, once a record; those in review wait for a person. */
  credit_claim: {
    org_id: string
    category: Category
    record_id: string
    at: At
    by_user: string
    field: string
    outcome: 'refunded' | 'review'
  }
}

/** One row an organisation. Every change of credits locks it first, so that they happen one after the other. */
export type CreditAccountRow = {
  org_id: string
  /** What the organisation has, and what of it is held for requests under way. */
  posted: Generated<number>
  reserved: Generated<number>
  /** The period under way: the subscription and the moment it ends, what it was given, from when to when. */
  period_ref: ColumnType<string | null, string | null | undefined, string | null>
  period_credits: ColumnType<number | null, number | null | undefined, number | null>
  period_start: Moment
  period_end: Moment
  /** Spent in the period under way. */
  spent: Generated<number>
  /** The audit found a mismatch: nothing new is charged until a person has looked. */
  stopped_at: Moment
  stopped_why: ColumnType<string | null, string | null | undefined, string | null>
}

/** Credits that came together and expire together; what remains of all lots is the account's balance. */
export type CreditLotRow = {
  org_id: string
  id: string
  kind: CreditKind
  granted: number
  remaining: number
  expires_at: Moment
  source_ref: string
  created_at: At
}

/** One change of an account; rows are added and never touched again. */
export type CreditEntryRow = {
  org_id: string
  id: string
  /** The order of changes. */
  seq: GeneratedAlways<string>
  at: At
  kind: EntryKind
  n: number
  delta: GeneratedAlways<number>
  held: GeneratedAlways<number>
  balance: number
  reserved: number
  action: ColumnType<Act | null, Act | null | undefined, never>
  user_id: ColumnType<string | null, string | null | undefined, never>
  request_id: ColumnType<string | null, string | null | undefined, never>
  attempt: Generated<number>
  /** What gave the credits; the same source gives once. */
  source_ref: ColumnType<string | null, string | null | undefined, never>
  /** The period it was made in. */
  period_ref: string | null
  title: string
}
