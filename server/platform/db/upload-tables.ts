import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { MatchState, Upload, UploadState } from '../../../contract/money/uploads.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { At } from './column-types.ts'

export type UploadTables = {
  upload: UploadRow
  upload_part: { org_id: string; upload_id: string; at: number; bytes: Uint8Array }
  upload_row: UploadedRow
  /** Null means that the column is ignored. */
  upload_heading: { org_id: string; category: Category; heading: string; field: string | null }
  /** Without a match among the organisation's unlocked people, per day. */
  email_miss: { org_id: string; day: string; misses: number }
}

type Standing = Exclude<UploadState, 'ENRICHING' | 'DONE'>

export type UploadRow = {
  org_id: string
  id: string
  category: Category
  name: string
  size: number
  /** Without a gap. */
  received_bytes: Generated<number>
  /** The states Enriching and done follow from its request. */
  state: ColumnType<Standing, Standing | undefined, Standing>
  user_id: string
  /** By `server/uploads/read-file.ts`; null before that. */
  read: JSONColumnType<object> | null
  columns: JSONColumnType<NonNullable<Upload['columns']>> | null
  /** Earlier matching runs fail. */
  attempt: Generated<number>
  done: Generated<number>
  counts: JSONColumnType<Upload['counts'], string | undefined>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  list_id: ColumnType<string | null, string | null | undefined, string | null>
  request_id: ColumnType<string | null, string | null | undefined, string | null>
  file_deleted_at: ColumnType<Date | null, undefined, Date>
  created_at: At
  updated_at: At
}

export type UploadedRow = {
  org_id: string
  upload_id: string
  row: number
  cells: JSONColumnType<string[]>
  state: MatchState
  record_id: string | null
  score: number
  reason: string
  decided: Generated<boolean>
  candidates: JSONColumnType<{ id: string; score: number; reason: string }[], string | undefined>
}
