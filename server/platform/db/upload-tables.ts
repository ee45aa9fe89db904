import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { MatchState, Upload, UploadState } from '../../../contract/money/uploads.ts'
import type { Category } from '../../../contract/records/records.ts'

type At = ColumnType<Date, Date | string | undefined, Date | string>

/** The tables of data exchange. */
export type UploadTables = {
  upload: UploadRow
  upload_part: { org_id: string; upload_id: string; at: number; bytes: Uint8Array }
  upload_row: UploadedRow
  /** What an organisation has said a heading means; null is nothing. */
  upload_heading: { org_id: string; category: Category; heading: string; field: string | null }
  /** Addresses of an organisation's files that found no person it has unlocked, of one day. */
  email_miss: { org_id: string; day: string; misses: number }
}

type Standing = Exclude<UploadState, 'ENRICHING' | 'DONE'>

/** A file of one's own on its way to be matched and enriched. */
export type UploadRow = {
  org_id: string
  id: string
  category: Category
  name: string
  size: number
  /** Bytes that have arrived: the parts up to here are there without a gap. */
  held: Generated<number>
  /** Enriching and done are told of its request. */
  state: ColumnType<Standing, Standing | undefined, Standing>
  user_id: string
  /** What reading it found (`server/uploads/reading.ts`); null before that. */
  read: JSONColumnType<object> | null
  /** The columns with their fields; null before it is mapped. */
  columns: JSONColumnType<NonNullable<Upload['columns']>> | null
  /** Which run of matching may write; an earlier one finds that it is no longer it. */
  attempt: Generated<number>
  /** Rows matched so far. */
  done: Generated<number>
  counts: JSONColumnType<Upload['counts'], string | undefined>
  reason: ColumnType<string | null, string | null | undefined, string | null>
  list_id: ColumnType<string | null, string | null | undefined, string | null>
  request_id: ColumnType<string | null, string | null | undefined, string | null>
  /** When the file's bytes were deleted; its matched rows stay. */
  file_deleted_at: ColumnType<Date | null, undefined, Date>
  created_at: At
  updated_at: At
}

/** A row of an upload as it stands in the file, and what it was matched to. */
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
