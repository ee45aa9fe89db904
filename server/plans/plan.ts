import type { Kysely, Selectable, Transaction } from 'kysely'
import * as z from 'zod/mini'
import { maxRows } from '../../contract/money/downloads.ts'
import type { BillingCountry, Product } from '../../contract/money/plans.ts'
import { flags } from '../../contract/signals/signal-flags.ts'
import type { PlanRow } from '../platform/db/plan-tables.ts'
import type { Tables } from '../platform/db/tables.ts'

export const trialBucket = 'bkt_trial'

export const Bucket = z.string().check(z.regex(/^bkt_[a-z0-9_]{1,40}$/))

const upTo = (max: number) => z.int().check(z.minimum(0), z.maximum(max))
const Cents = z.nullable(upTo(100_000_000))

/** A row of the table, as an operator writes it. Prices are cents without GST, for one user: of a month, or of a whole year. */
export const Plan = z
  .object({
    bucket: Bucket,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
    position: upTo(1_000),
    trialDays: z.nullable(z.int().check(z.minimum(1), z.maximum(90))),
    credits: upTo(1_000_000),
    minSeats: z.int().check(z.minimum(1), z.maximum(10_000)),
    maxSeats: z.nullable(upTo(10_000)),
    flags: z.array(z.enum([flags.targeting, flags.intent])).check(z.maxLength(2)),
    agents: upTo(1_000),
    pinnedLists: upTo(1_000),
    rowsPerRequest: z.int().check(z.minimum(1), z.maximum(maxRows)),
    connectors: z.nullable(upTo(100)),
    dataExchange: z.boolean(),
    uploadMegabytes: upTo(100_000),
    auMonth: Cents,
    auYear: Cents,
    nzMonth: Cents,
    nzYear: Cents,
    contactSales: z.boolean(),
  })
  .check(
    z.refine(({ minSeats, maxSeats }) => maxSeats === null || maxSeats >= minSeats, {
      path: ['maxSeats'],
      error: 'is below minSeats',
    }),
  )
export type Plan = z.infer<typeof Plan>

type Connection = Kysely<Tables> | Transaction<Tables>

/** In their order. */
export const readPlans = async (db: Connection): Promise<Plan[]> => {
  const rows = await db
    .selectFrom('plan')
    .selectAll()
    .orderBy('position')
    .orderBy('bucket')
    .execute()
  return rows.map(fromRow)
}

export const readPlan = async (db: Connection, bucket: string): Promise<Plan | undefined> => {
  const row = await db
    .selectFrom('plan')
    .selectAll()
    .where('bucket', '=', bucket)
    .executeTakeFirst()
  return row && fromRow(row)
}

export const storePlan = async (db: Connection, plan: Plan): Promise<void> => {
  const { bucket, ...rest } = toRow(plan)
  await db
    .insertInto('plan')
    .values({ bucket, ...rest })
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet(rest))
    .execute()
}

const fromRow = (row: Selectable<PlanRow>): Plan =>
  z.parse(
    Plan,
    Object.fromEntries(Object.entries(row).map(([column, value]) => [camelCase(column), value])),
  )

const camelCase = (column: string): string =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const toRow = (plan: Plan) => ({
  bucket: plan.bucket,
  name: plan.name,
  position: plan.position,
  trial_days: plan.trialDays,
  credits: plan.credits,
  min_seats: plan.minSeats,
  max_seats: plan.maxSeats,
  flags: JSON.stringify(plan.flags),
  agents: plan.agents,
  pinned_lists: plan.pinnedLists,
  rows_per_request: plan.rowsPerRequest,
  connectors: plan.connectors,
  data_exchange: plan.dataExchange,
  upload_megabytes: plan.uploadMegabytes,
  au_month: plan.auMonth,
  au_year: plan.auYear,
  nz_month: plan.nzMonth,
  nz_year: plan.nzYear,
  contact_sales: plan.contactSales,
})

export const currencies = { AU: 'AUD', NZ: 'NZD' } as const satisfies Record<BillingCountry, string>

export const productIdOf = (bucket: string): string => bucket.replace(/^bkt_/, 'prod_')

export const asProduct = (plan: Plan): Product => ({
  bucket_id: plan.bucket,
  stripe_product_id: productIdOf(plan.bucket),
  name: plan.name,
  order: plan.position,
  trialDays: plan.trialDays,
  credits: plan.credits,
  seats: { min: plan.minSeats, max: plan.maxSeats },
  flags: plan.flags,
  agents: plan.agents,
  pinnedLists: plan.pinnedLists,
  rowsPerRequest: plan.rowsPerRequest,
  connectors: plan.connectors,
  dataExchange: plan.dataExchange,
  contactSales: plan.contactSales,
  AU: pricesOf(plan, 'AU'),
  NZ: pricesOf(plan, 'NZ'),
})

const pricesOf = (plan: Plan, country: BillingCountry): Product['AU'] => {
  const [month, year] = country === 'AU' ? [plan.auMonth, plan.auYear] : [plan.nzMonth, plan.nzYear]
  if (month === null && year === null) return null
  const currency = currencies[country]
  const priceOf = (interval: 'month' | 'year', amount: number | null) =>
    amount === null ? null : { price: lookupKey(plan.bucket, interval, currency), amount }
  return { currency, monthly: priceOf('month', month), annual: priceOf('year', year) }
}

const lookupKey = (bucket: string, interval: 'month' | 'year', currency: string): string =>
  `${bucket.replace(/^bkt_/, '')}_${interval}_${currency.toLowerCase()}`
