import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { BillingCountry } from '../../../contract/money/plans.ts'
import type { At, Moment } from './column-types.ts'

export type PlanTables = {
  plan: PlanRow
  /** Once per organisation and per domain of work emails; null where the domain belongs to no company. */
  trial: { org_id: string; domain: string | null; started_at: At }
  billing_customer: {
    org_id: string
    customer_id: string
    /** Null: to be asked for again. */
    synced_at: Moment
    /** Numbers the requests to the provider; the answer of `answered` is stored. */
    requested: Generated<number>
    answered: Generated<number>
    /** As both sides last had them. */
    email: ColumnType<string | null, string | null | undefined, string | null>
    tax_id: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** Append-only. Ids of paid invoices, refunds and disputes. */
  billing_applied: { org_id: string; source_id: string; at: At }
  /** The payment provider's, in cents without GST. */
  plan_price: {
    lookup_key: string
    price_id: string
    product_id: string
    currency: string
    unit_amount: number
  }
  billing_setting: { key: BillingSetting; value: string }
  /** Cents without GST for one credit, for the whole quantity from so many credits on. */
  addon_tier: { country: BillingCountry; from_credits: number; cents: number }
}

/** `gst-…` and `portal` are ids of the payment provider, `event` is the latest that was read, and `catalog` when prices were, in ms. */
export type BillingSetting = 'gst-AU' | 'gst-NZ' | 'portal' | 'event' | 'catalog'

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
