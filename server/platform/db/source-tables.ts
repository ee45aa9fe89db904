import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { RegisterCheck } from '../../../contract/records/register-checks.ts'
import type { SourceKind, SourceRun } from '../../../contract/org/sources.ts'
import type { At, BigPreset, Moment } from './column-types.ts'

type Text = ColumnType<string | null, string | null | undefined, string | null>

export type SourceTables = {
  /** A single row: the organisation that manages the sources. */
  installation: { single: Generated<boolean>; operator: string }
  source: {
    id: string
    name: string
    format: string
    kind: SourceKind
    location: string
    every_hours: number | null
    licence: string
    countries: string[]
    mapping: string | null
    paused: boolean
    next_run_at: Moment
    /** The ETag, or what else tells the last imported file from another. */
    seen_tag: Text
    failing_since: Moment
    created_at: At
  }
  /** Of any organisation's request: a register's answer is about the market. */
  register_check: { company_id: string; at: At; answer: JSONColumnType<Omit<RegisterCheck, 'at'>> }
  /** Of an upload, its parts are in the file store. */
  source_run: {
    id: string
    source_id: string
    cause: 'schedule' | 'member'
    dry_run: boolean
    state: SourceRun['state']
    file_name: Text
    file_size: ColumnType<string | null, number | undefined, number | null>
    file_modified: Text
    received_bytes: BigPreset
    parts: Generated<number>
    progress: JSONColumnType<{ bytes: number; size: number }, string | undefined> | null
    summary: JSONColumnType<NonNullable<SourceRun['summary']>, string | undefined> | null
    reason: Text
    rejects_key: Text
    created_at: At
    finished_at: Moment
  }
}
