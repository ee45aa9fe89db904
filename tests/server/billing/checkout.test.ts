import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { company, payingCompany, trialCompany, type Company } from '../../kit/billing-customers.ts'
import { startBillingApp, type BillingApp } from '../../kit/billing.ts'
import { fillForm } from '../../kit/stripe/pages.ts'
import { startTestApp } from '../../kit/app.ts'

let billing: BillingApp

beforeAll(async () => {
  billing = await startBillingApp()
})
afterAll(() => billing.close())

const growth = { price: 'growth_month_aud', isTrialMode: false, userCount: 5 }
const checkOut = ({ orgId, post }: Company, more: object = {}, key?: string) =>
  post('/checkout', { orgId, ...growth, ...more }, key)
const sessionOf = (id: string) =>
  billing.stripe.client.checkout.sessions.retrieve(id, { expand: ['line_items'] })
const sessionsOf = async (customer: string) =>
  (await billing.stripe.client.checkout.sessions.list({ customer })).data
const customerOf = async (orgId: string) => {
  const row = await billing.db.owner
    .selectFrom('billing_customer')
    .select('customer_id')
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return row.customer_id
}

describe('the payment of a plan', () => {
  it('is a page of the provider with users, interval, GST and coupon, and returns to plan selection', async () => {
    const buyer = company(billing, 'org_buyer')
    const answer = await checkOut(buyer, { isAnnual: false, isCouponApplied: true })
    expect(answer).toMatchObject({ status: 200, body: { url: expect.stringContaining('/c/pay/') } })
    const session = await sessionOf(answer.body.sessionId)
    expect(session).toMatchObject({
      mode: 'subscription',
      client_reference_id: 'org_buyer',
      amount_subtotal: 74_500,
      amount_total: 81_950,
      currency: 'aud',
      allow_promotion_codes: true,
      success_url: 'http://localhost/dashboard/plan-selection?checkout=done',
      cancel_url: 'http://localhost/dashboard/plan-selection',
    })
    expect(session.line_items?.data[0]).toMatchObject({
      quantity: 5,
      price: { lookup_key: 'growth_month_aud' },
    })
    const paid = await fillForm(answer.body.url, {
      action: 'pay',
      number: '4242 4242 4242 4242',
      country: 'AU',
      name: 'Tideline Pty Ltd',
    })
    expect(paid.location).toBe(session.success_url)
  })

  it('is for another customer after the first was deleted at the provider', async () => {
    const buyer = company(billing, 'org_deleted_there')
    await checkOut(buyer)
    const first = await customerOf(buyer.orgId)
    await billing.stripe.client.customers.del(first)
    const { status, body } = await checkOut(buyer)
    expect(status).toBe(200)
    const second = await customerOf(buyer.orgId)
    expect(second).not.toBe(first)
    expect(await sessionOf(body.sessionId)).toMatchObject({ customer: second })
  })

  it('has GST of New Zealand and returns to the billing screen from a trial', async () => {
    const buyer = await trialCompany(billing, 'org_kiwi')
    const { body } = await checkOut(buyer, {
      price: 'growth_year_nzd',
      isAnnual: true,
      userCount: 3,
      billingCountry: 'NZ',
    })
    expect(await sessionOf(body.sessionId)).toMatchObject({
      currency: 'nzd',
      amount_subtotal: 500_400,
      amount_total: 575_460,
      allow_promotion_codes: false,
      success_url: 'http://localhost/dashboard/billing?checkout=done',
    })
  })

  it('takes as many users as the plan starts at, unless a number is chosen', async () => {
    const { body } = await checkOut(company(billing, 'org_fewest'), { userCount: undefined })
    expect((await sessionOf(body.sessionId)).line_items?.data[0]?.quantity).toBe(3)
  })

  it('opens one page for a request that is sent twice, also without its stored answer', async () => {
    const buyer = company(billing, 'org_double')
    const key = crypto.randomUUID()
    const both = await Promise.all([checkOut(buyer, {}, key), checkOut(buyer, {}, key)])
    await billing.db.owner.deleteFrom('idem').where('key', '=', key).execute()
    const third = await checkOut(buyer, {}, key)
    expect(new Set([...both, third].map(({ body }) => body.sessionId)).size).toBe(1)
    expect(await sessionsOf(await customerOf('org_double'))).toHaveLength(1)
  })

  it('closes the page of another tab, so that no company pays twice', async () => {
    const buyer = company(billing, 'org_tabs')
    const first = await checkOut(buyer)
    const second = await checkOut(buyer, { price: 'growth_year_aud' })
    expect((await sessionOf(first.body.sessionId)).status).toBe('expired')
    expect((await sessionOf(second.body.sessionId)).status).toBe('open')
  })

  it('is refused to a company that pays already, also before we know of it', async () => {
    const paying = await payingCompany(billing, 'org_has_plan')
    expect((await checkOut(paying)).body).toMatchObject({
      code: 'plan-active',
      detail: 'Your company is already on the Growth plan. Change it under Settings.',
    })
    const known = billing.db.owner.deleteFrom('subscription').where('org_id', '=', paying.orgId)
    await known.execute()
    expect((await checkOut(paying)).body.code).toBe('plan-active')
    expect(await sessionsOf(paying.customer)).toEqual([])
  })

  it('makes one customer of the provider with the organisation’s details', async () => {
    const buyer = company(billing, 'org_details')
    const data = {
      name: 'Tideline',
      billingEmail: 'accounts@tideline.example',
      taxId: '51 824 753 556',
    }
    const saved = await billing.ask(
      'PUT',
      '/customer/update',
      { data },
      {
        as: buyer.as,
        headers: { 'idempotency-key': crypto.randomUUID() },
      },
    )
    expect(saved.body).toMatchObject({ taxId: '51824753556' })
    await checkOut(buyer)
    await checkOut(buyer)
    const { client } = billing.stripe
    const customer = await client.customers.retrieve(await customerOf('org_details'))
    expect(customer).toMatchObject({
      name: 'Tideline',
      email: 'accounts@tideline.example',
      address: { country: 'AU' },
      metadata: { orgId: 'org_details' },
    })
    expect((await client.customers.listTaxIds(customer.id)).data).toMatchObject([
      { type: 'au_abn', value: '51824753556' },
    ])
  })
})

describe('bad input of a checkout', () => {
  it('is named by its field', async () => {
    const buyer = company(billing, 'org_bad_checkout')
    for (const [more, pointer] of [
      [{ price: undefined }, '/price'],
      [{ price: 'enterprise_month_aud' }, '/price'],
      [{ price: 'addon_100_aud' }, '/price'],
      [{ userCount: 2 }, '/userCount'],
      [{ userCount: 51 }, '/userCount'],
      [{ userCount: 0 }, '/userCount'],
      [{ isAnnual: true }, '/isAnnual'],
      [{ billingCountry: 'NZ' }, '/billingCountry'],
    ] as const)
      expect(await checkOut(buyer, more)).toMatchObject({
        status: 422,
        body: { code: 'invalid-input', errors: [{ pointer }] },
      })
    expect((await checkOut(buyer, { orgId: 'org_other' })).status).toBe(404)
  })

  it('names a price that the provider charges differently as not for sale', async () => {
    const changed = billing.db.owner.updateTable('plan').where('bucket', '=', 'bkt_starter')
    await changed.set({ au_month: 8_901 }).execute()
    const answer = await checkOut(company(billing, 'org_drift'), {
      price: 'starter_month_aud',
      userCount: 1,
    })
    expect(answer.body.code).toBe('payment-unavailable')
  })

  it('without a payment provider says who to ask', async () => {
    const app = await startTestApp({ db: billing.db, companies: 0, people: 0, asSold: true })
    const as = { orgId: 'org_self_hosted', role: 'org:admin' }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = { ...growth, orgId: as.orgId }
    const answer = await app.ask('POST', '/checkout', body, { as, headers })
    expect(answer).toMatchObject({ status: 422, body: { code: 'payment-unavailable' } })
    await app.app.close()
  })
})
