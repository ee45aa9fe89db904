import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subscriptionOf } from '../../../server/customer/customer.ts'
import { storeSubscription } from '../../../server/plans/subscription.ts'
import { readPlan, storePlan } from '../../../server/plans/plan.ts'
import { harbour, startTestApp, type TestApp } from '../../kit/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ companies: 60, people: 60, asSold: true })
})
afterAll(() => test.close())

const put = (bucket: string) =>
  test.db.asOrg(harbour.id, async (trx) => {
    const { data } = await trx.selectFrom('subscription').select('data').executeTakeFirstOrThrow()
    await trx
      .updateTable('subscription')
      .set({ data: JSON.stringify({ ...data, planBucketId: bucket }) })
      .execute()
  })
const upload = () =>
  test.ask(
    'POST',
    '/exchange/uploads',
    { name: 'leads.csv', size: 10, category: 'company' },
    { headers: { 'idempotency-key': crypto.randomUUID() } },
  )
const download = async (rows: number) =>
  test.ask(
    'POST',
    '/download/request',
    {
      type: 'DOWNLOAD',
      category: 'company',
      name: 'All',
      format: 'csv',
      source: { kind: 'search', filters: {}, first: rows },
      agreed: 10_000,
    },
    { headers: { 'idempotency-key': crypto.randomUUID() } },
  )

describe('products', () => {
  it('are the rows of the table, with prices of both countries in cents without GST', async () => {
    const { body } = await test.ask('GET', '/products', undefined, {
      as: { orgId: 'org_new', role: 'org:basic_member' },
    })
    expect(Object.keys(body.products)).toEqual([
      'prod_trial',
      'prod_starter',
      'prod_growth',
      'prod_enterprise',
    ])
    expect(body.products.prod_growth).toMatchObject({
      bucket_id: 'bkt_growth',
      stripe_product_id: 'prod_growth',
      credits: 600,
      seats: { min: 3, max: 50 },
      AU: {
        currency: 'AUD',
        monthly: { price: 'growth_month_aud', amount: 14_900 },
        annual: { price: 'growth_year_aud', amount: 125_00 * 12 },
      },
      NZ: { currency: 'NZD', monthly: { amount: 16_500 }, annual: { amount: 139_00 * 12 } },
    })
    expect(body.products.prod_enterprise).toMatchObject({ contactSales: true, AU: null, NZ: null })
  })

  it('name the active plan, and the plan of a bucket', async () => {
    const bucketOf = async (query: string, as: object = {}) =>
      (await test.ask('GET', `/customer/products?${query}`, undefined, { as })).body.plan?.bucket_id
    expect(await bucketOf('return=active-plan&billingCountry=AU')).toBe('bkt_trial')
    expect(await bucketOf('bucketId=bkt_starter')).toBe('bkt_starter')
    expect(await bucketOf('bucketId=bkt_unknown')).toBeUndefined()
    expect(await bucketOf('return=active-plan', { orgId: 'org_new' })).toBeUndefined()
  })
})

describe('the active plan', () => {
  it('tells the card and the bank’s reason of a failed payment to admins only', async () => {
    const failedPayment = {
      at: '2026-03-03T00:00:00.000Z',
      reason: 'Your card was declined.',
      last4: '0341',
      accessEndsAt: '2026-03-10T00:00:00.000Z',
    }
    await test.db.asOrg(harbour.id, async (trx) => {
      const plan = await subscriptionOf(trx)
      if (plan === null) throw new Error('There is no plan')
      const billing = {
        provider: 'stripe',
        interval: 'month',
        unitAmount: 14_900,
        renewsAt: null,
        endsAt: null,
        scheduled: null,
        failedPayment,
      } as const
      await storeSubscription(trx, harbour.id, { ...plan, billing })
    })
    const seenBy = async (role: string) => {
      const path = `/customer/${harbour.id}/subscription/active-plan`
      const { body } = await test.ask('GET', path, undefined, { as: { role } })
      return body.subscription.billing.failedPayment
    }
    expect(await seenBy('org:admin')).toEqual(failedPayment)
    expect(await seenBy('org:basic_member')).toEqual({
      ...failedPayment,
      reason: null,
      last4: null,
    })
  })
})

describe('what a plan includes', () => {
  it('opens data exchange from Growth on, and names the plan that lacks it', async () => {
    await put('bkt_trial')
    expect((await upload()).body).toMatchObject({
      code: 'feature-disabled',
      detail: 'The Trial plan doesn’t include data exchange. An admin can choose a plan that does.',
    })
    await put('bkt_starter')
    expect((await upload()).status).toBe(403)
    await put('bkt_growth')
    expect((await upload()).status).toBe(201)
  })

  it('limits the rows of a request, and names the plan', async () => {
    await put('bkt_trial')
    expect((await download(26)).body.detail).toBe(
      'You chose 26 records. The limit of the Trial plan is 25 at a time.',
    )
    await put('bkt_starter')
    expect((await download(26)).status).toBe(202)
  })

  it('is what the settings of the organisation tell its devices', async () => {
    await put('bkt_trial')
    expect((await test.ask('GET', '/customer/metadata')).body.metadata.limits).toEqual({
      plan: 'Trial',
      pinnedLists: 3,
      rowsPerRequest: 25,
      dataExchange: false,
    })
  })

  it('follows a changed row at once', async () => {
    await put('bkt_starter')
    const starter = await readPlan(test.db.owner, 'bkt_starter')
    if (starter === undefined) throw new Error('no Starter plan')
    await storePlan(test.db.owner, { ...starter, dataExchange: true, auMonth: 9_100 })
    expect((await upload()).status).toBe(201)
    const { body } = await test.ask('GET', '/products')
    expect(body.products.prod_starter.AU.monthly.amount).toBe(9_100)
  })
})
