import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCatalog } from '../../../server/billing/read-catalog.ts'
import { setUpCatalog } from '../../../server/billing/set-up-catalog.ts'
import { startBillingApp, type BillingApp } from '../../kit/billing.ts'

let billing: BillingApp

beforeAll(async () => {
  billing = await startBillingApp()
})
afterAll(() => billing.close())

test('a catalogue that is set up has every price of the plans and the add-on tiers, and nothing to name', async () => {
  const { db, payments } = billing
  expect(await readCatalog(db, payments)).toEqual([])
  const rows = await db.owner.selectFrom('plan_price').selectAll().execute()
  expect(Object.fromEntries(rows.map((row) => [row.lookup_key, row.unit_amount]))).toEqual({
    starter_month_aud: 8_900,
    starter_year_aud: 90_000,
    starter_month_nzd: 9_900,
    starter_year_nzd: 100_800,
    growth_month_aud: 14_900,
    growth_year_aud: 150_000,
    growth_month_nzd: 16_500,
    growth_year_nzd: 166_800,
    addon_100_aud: 45,
    addon_500_aud: 35,
    addon_2000_aud: 25,
    addon_100_nzd: 49,
    addon_500_nzd: 39,
    addon_2000_nzd: 28,
  })
  const settings = await db.owner.selectFrom('billing_setting').select('key').execute()
  expect(settings.map(({ key }) => key).toSorted()).toEqual([
    'catalog',
    'gst-AU',
    'gst-NZ',
    'portal',
  ])
})

test('setting up again changes nothing', async () => {
  expect(await setUpCatalog(billing.db, billing.payments)).toEqual([])
})

test('a plan whose price was changed here is named, and the set-up replaces its price under the same key', async () => {
  const { db, payments, stripe } = billing
  await db.owner
    .updateTable('plan')
    .set({ au_month: 15_900 })
    .where('bucket', '=', 'bkt_growth')
    .execute()
  expect(await readCatalog(db, payments)).toEqual([
    'Growth: the price growth_month_aud of Stripe differs. It must be 15900 cents aud without GST a month, of product prod_growth.',
  ])
  expect(await setUpCatalog(db, payments)).toEqual([
    'Price growth_month_aud is now 15900 cents aud.',
  ])
  const { data } = await stripe.client.prices.list({ lookup_keys: ['growth_month_aud'] })
  expect(data.map(({ unit_amount: amount }) => amount)).toEqual([15_900])
})

test('a price that was archived at the provider is named', async () => {
  const { db, payments, stripe } = billing
  const { data } = await stripe.client.prices.list({ lookup_keys: ['starter_year_nzd'] })
  await stripe.client.prices.update(data[0]?.id ?? '', { active: false })
  expect(await readCatalog(db, payments)).toEqual([
    'Starter: Stripe has no price with the lookup key starter_year_nzd.',
  ])
})
