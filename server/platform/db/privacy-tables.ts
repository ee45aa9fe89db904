import type { ColumnType, Generated } from 'kysely'
import type { AuditAct } from '../../../contract/org/audit.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { At, Big } from './column-types.ts'

export type PrivacyTables = {
  /** A row is deleted only with its person. */
  listed_number: { number: string; washed_at: string | null; updated_at: At }
  /** `finished_at` is null while it arrives, or if it was interrupted. */
  dnc_import: {
    org_id: string
    id: string
    name: string
    washed_at: string
    by_user: string
    total: number
    received: Generated<number>
    listed: Generated<number>
    not_listed: Generated<number>
    unreadable: Generated<number>
    matched: number | null
    created_at: At
    finished_at: ColumnType<Date | null, undefined, Date | string | null>
  }
  dnc_number: {
    org_id: string
    number: string
    listed: boolean
    washed_at: string
    import_id: string
    updated_at: At
  }
  /** The application role can read neither. */
  removed_person: { hash: string; at: At }
  removal_salt: { salt: string }
  record_tombstone: { org_id: string; record_id: string; category: Category; seq: Big }
  /** Locking it serialises an organisation's writers. */
  audit_head: { org_id: string; seq: Big; hash: string }
  /** Append-only; each row carries the hash of the one before. */
  audit_entry: {
    org_id: string
    seq: Big
    at: Date
    /** Null if no member acted. */
    user_id: string | null
    act: AuditAct
    subject: string
    /** JSON, exactly as it was hashed. */
    details: string
    request_id: string | null
    ip: string | null
    prev_hash: string
    hash: string
  }
}
