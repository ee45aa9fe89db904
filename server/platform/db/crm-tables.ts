import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CrmMapping } from '../../../contract/money/crm.ts'
import type { At, Moment } from './column-types.ts'

export type CrmTables = {
  /** One living connection per organisation and CRM; `state` is what the next call would meet. */
  crm_connection: {
    org_id: string
    id: string
    connector: string
    state: Generated<'connected' | 'revoked' | 'disconnected'>
    account_id: string
    account_name: string
    account_user: string | null
    missing_scopes: string[]
    connected_by: string
    connected_at: At
    /** Sealed; null once disconnected. */
    sealed_grant: string | null
    /** Increases with every grant. */
    generation: Generated<number>
    /** Null: the CRM sets no end. */
    access_until: Moment
    refreshed_at: At
    /** The process that refreshes, and until when no other may. */
    refreshing_until: Moment
    refreshed_by: string | null
    slow_until: Moment
    /** The last failure that an admin can mend. */
    problem: string | null
    pushed_at: Moment
    /** Its links are deleted 30 days later. */
    disconnected_at: Moment
    /** The request that may write to the CRM, until then. */
    writer: string | null
    writer_until: Moment
    /** Null: the defaults. */
    mapping: ColumnType<CrmMapping | null, string | null | undefined, string | null>
    mapping_version: Generated<number>
  }
  /** Every mapping that was saved, and null for the defaults with which a connection begins. */
  crm_mapping: {
    org_id: string
    connection_id: string
    version: number
    mapping: ColumnType<CrmMapping | null, string, never>
    saved_by: string
    saved_at: Date
  }
  /** Between leaving for the CRM and coming back. Used once. */
  crm_sign_in: {
    org_id: string
    state_hash: string
    connector: string
    user_id: string
    sealed_verifier: string
    address: string | null
    expires_at: At
  }
  crm_link: {
    org_id: string
    connection_id: string
    object: string
    record_id: string
    external_id: string
    created_by_us: boolean
    linked_at: At
    /** The CRM deleted it. */
    deleted_at: Moment
  }
  /** Written before a create is sent, so that a killed server knows what may exist. */
  crm_sent: {
    org_id: string
    id: string
    connection_id: string
    object: string
    record_id: string
    request_id: string
    row: number
    state: Generated<'sent' | 'unknown' | 'done' | 'absent' | 'refused'>
    /** As the port's Write. */
    write: JSONColumnType<object>
    sent_at: At
    /** Whether a later attempt may have made a second one. */
    maybe_twice: Generated<boolean>
  }
  crm_outcome: {
    org_id: string
    request_id: string
    row: number
    outcome: string
    external_id: string | null
    url: string | null
    reason: string | null
    /** Candidates of a conflict. */
    matches: ColumnType<{ name: string; url: string }[] | null, string | null, string | null>
  }
  /** How far the keys of one kind of record were read; a pass under way is due. */
  crm_mirror: {
    org_id: string
    connection_id: string
    object: string
    /** The connector's; null begins a full pass. */
    cursor: string | null
    /** Increases with every full pass. */
    pass: Generated<number>
    /** Whether the next pass, or the one under way, lists all records. */
    is_full: Generated<boolean>
    /** When the last full pass ended. */
    full_at: Moment
    /** When the last pass ended. */
    as_of: Moment
    due_at: At
  }
  /** Of live records of the CRM; emails as hashes. */
  crm_key: {
    org_id: string
    connection_id: string
    object: string
    external_id: string
    kind: string
    value: string
    /** The full pass that saw it last. */
    pass: number
  }
}
