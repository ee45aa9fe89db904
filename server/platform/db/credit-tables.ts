import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CreditKind, EntryKind } from '../../../contract/money/credits.ts'
import type { Act } from '../../../contract/org/members.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { At, Moment } from './column-types.ts'

export type CreditTables = {
  /** `entry_id` is the commit. Append-only. */
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
  credit_spender: {
    org_id: string
    user_id: string
    period_ref: string | null
    spent: Generated<number>
    reserved: Generated<number>
  }
  credit_notice: { org_id: string; period_ref: string; share: '80' | '100'; at: At }
  /** Once per record; those in review wait for an operator. */
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

/** Every change of credits locks this row first, and so they are serialised. */
export type CreditAccountRow = {
  org_id: string
  posted: Generated<number>
  reserved: Generated<number>
  period_ref: ColumnType<string | null, string | null | undefined, string | null>
  period_credits: ColumnType<number | null, number | null | undefined, number | null>
  period_start: Moment
  period_end: Moment
  spent: Generated<number>
  /** Nothing is charged until an operator has looked. */
  stopped_at: Moment
  stopped_why: ColumnType<string | null, string | null | undefined, string | null>
}

/** Expire together; the remainders of all lots sum up to the balance. */
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

export type CreditEntryRow = {
  org_id: string
  id: string
  seq: GeneratedAlways<string>
  at: At
  kind: EntryKind
  n: number
  delta: GeneratedAlways<number>
  reserved_delta: GeneratedAlways<number>
  balance: number
  reserved: number
  action: ColumnType<Act | null, Act | null | undefined, never>
  user_id: ColumnType<string | null, string | null | undefined, never>
  request_id: ColumnType<string | null, string | null | undefined, never>
  attempt: Generated<number>
  source_ref: ColumnType<string | null, string | null | undefined, never>
  period_ref: string | null
  title: string
}
