import type { JSONColumnType } from 'kysely'
import type { At } from './column-types.ts'

export type PlanTables = {
  plan: PlanRow
  /** Once per organisation and per domain of work emails; null where the domain belongs to no company. */
  trial: { org_id: string; domain: string | null; started_at: At }
}

/** Prices are cents without GST, for one user: of a month, or of a whole year. */
export type PlanRow = {
  bucket: string
  name: string
  position: number
  /** Null for a plan that is sold. */
  trial_days: number | null
  /** Per user and month; of a trial, in all. */
  credits: number
  min_seats: number
  max_seats: number | null
  flags: JSONColumnType<string[]>
  agents: number
  pinned_lists: number
  rows_per_request: number
  /** Null: all. */
  connectors: number | null
  data_exchange: boolean
  upload_megabytes: number
  au_month: number | null
  au_year: number | null
  nz_month: number | null
  nz_year: number | null
  contact_sales: boolean
}
