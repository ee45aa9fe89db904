import type { ColumnType, Generated } from 'kysely'
import type { AuditAct } from '../../../contract/org/audit.ts'
import type { Category } from '../../../contract/records/records.ts'

type At = ColumnType<Date, Date | string | undefined, Date | string>
type Big = ColumnType<string, string | number, string | number>

/** The tables of what is done for people who are in the market: their numbers, their removal, and who did what. */
export type PrivacyTables = {
  /** Numbers some source of the market has said to be on the Do Not Call Register; a row never goes but with the person. */
  listed_number: { number: string; washed_at: string | null; updated_at: At }
  /** A wash result an admin has brought in; `finished_at` is null while it arrives, or where it was broken off. */
  dnc_import: {
    org_id: string
    id: string
    name: string
    /** YYYY-MM-DD. */
    washed_at: string
    by_user: string
    total: number
    taken: Generated<number>
    listed: Generated<number>
    not_listed: Generated<number>
    unreadable: Generated<number>
    /** People the organisation has unlocked who have one of its numbers. */
    matched: number | null
    created_at: At
    finished_at: ColumnType<Date | null, undefined, Date | string | null>
  }
  /** What an organisation's own washes have said of a number (E.164). */
  dnc_number: {
    org_id: string
    number: string
    listed: boolean
    washed_at: string
    import_id: string
    updated_at: At
  }
  /** Salted hashes of people who were removed; the application role sees neither. */
  removed_person: { hash: string; at: At }
  removal_salt: { one: Generated<boolean>; salt: string }
  /** Records devices are to let go of, wherever they hold them. */
  record_gone: { org_id: string; record_id: string; category: Category; seq: Big }
  /** The last link of an organisation's chain; locking it serialises its writers. */
  audit_head: { org_id: string; seq: Big; hash: string }
  /** Rows are added and never touched again; each carries the hash of the one before. */
  audit_entry: {
    org_id: string
    seq: Big
    at: Date
    /** Null where nobody of the organisation did it. */
    user_id: string | null
    act: AuditAct
    subject: string
    /** JSON, as it was hashed. */
    details: string
    request_id: string | null
    ip: string | null
    prev_hash: string
    hash: string
  }
}
