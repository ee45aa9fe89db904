import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  chargeTo,
  company,
  payingCompany,
  trialCompany,
  type Company,
} from '../../kit/billing-customers.ts'
import { startBillingApp, type BillingApp } from '../../kit/billing.ts'

let billing: BillingApp

beforeAll(async () => {
  billing = await startBillingApp()
})
afterAll(() => billing.close())

const order = {
  totalCredits: 500,
  amount: 17_500,
  pricePerCredit: 35,
  priceId: 'addon_100_aud',
}
const buy = ({ orgId, post }: Company, more: object = {}, key?: string) =>
  post(`/customer/${orgId}/addon-credits-payment-intent`, { ...order, ...more }, key)
const invoiceOf = (id: string) => billing.stripe.client.invoices.retrieve(id)

describe('add-on credits', () => {
  it('have one price for the whole quantity, in the currency of the plan', async () => {
    const paying = await payingCompany(billing, 'org_prices', { key: 'growth_month_nzd' })
    const { plan } = (await paying.get(`/plans/${paying.plan.id}/addon-credits`)).body
    expect(plan).toEqual({
      price_per_credit: 49,
      stripe_price_id: 'addon_100_nzd',
      currency: 'NZD',
      gst: 15,
      tiers: [
        { from: 100, price_per_credit: 49 },
        { from: 500, price_per_credit: 39 },
        { from: 2000, price_per_credit: 28 },
      ],
    })
    const other = await paying.get(`/plans/${paying.plan.id}/addon-credits?billingCountry=AU`)
    expect(other.body.errors[0].pointer).toBe('/billingCountry')
  })

  it('are a tax invoice with GST to be paid in the browser, and nothing is granted before', async () => {
    const trying = await trialCompany(billing, 'org_first_credits')
    const answer = await buy(trying)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'open',
        amount: 17_500,
        tax: 1_750,
        total: 19_250,
        currency: 'AUD',
        clientSecret: expect.stringContaining('_secret_'),
        paymentIntentId: expect.stringContaining('pi_'),
        url: expect.stringContaining('/i/'),
      },
    })
    expect(await invoiceOf(answer.body.invoiceId)).toMatchObject({
      status: 'open',
      total: 19_250,
      metadata: { orgId: trying.orgId, kind: 'addon', credits: '500' },
      custom_fields: [{ name: 'Document', value: 'Tax Invoice' }],
      lines: { data: [{ quantity: 500, description: '500 add-on credits' }] },
    })
    expect((await trying.get('/credits')).body.balance).toBe(50)
    const [entry] = (await trying.get('/audit')).body.entries
    expect(entry).toMatchObject({ act: 'credits-ordered', details: { credits: 500 } })
  })

  it('are paid at once with the card of the plan', async () => {
    const paying = await payingCompany(billing, 'org_card')
    const { body } = await buy(paying, { useCard: true })
    expect(body).toMatchObject({ status: 'done', clientSecret: null, reason: null })
    expect((await paying.get('/credits')).body.balance).toBe(3 * 600 + 500)
    expect((await invoiceOf(body.invoiceId)).status).toBe('paid')
  })

  it('that the bank declines or wants confirmed are left to pay another way', async () => {
    const paying = await payingCompany(billing, 'org_card_trouble', {
      card: 'pm_card_chargeCustomerFail',
    })
    expect((await buy(paying, { useCard: true })).body).toMatchObject({
      status: 'declined',
      reason: expect.stringContaining('declined'),
      clientSecret: expect.any(String),
    })
    await chargeTo(billing, paying.plan.id, paying.customer, 'pm_card_authenticationRequired')
    expect((await buy(paying, { useCard: true })).body).toMatchObject({
      status: 'action',
      clientSecret: expect.any(String),
      url: expect.stringContaining('/i/'),
    })
  })

  it('are one invoice when the same request is sent twice at a time', async () => {
    const paying = await payingCompany(billing, 'org_twice')
    const key = crypto.randomUUID()
    const both = await Promise.all([1, 2].map(() => buy(paying, { useCard: true }, key)))
    expect(both[0]?.body).toEqual(both[1]?.body)
    const { data } = await billing.stripe.client.invoices.list({ customer: paying.customer })
    expect(data.filter(({ metadata }) => metadata?.['kind'] === 'addon')).toHaveLength(1)
  })

  it('are refused if the amount or the price in the page was changed, with what they cost', async () => {
    const trying = await trialCompany(billing, 'org_tampered')
    for (const [more, pointers] of [
      [{ amount: 17_499 }, ['/amount']],
      [{ amount: 5_000, pricePerCredit: 10 }, ['/pricePerCredit', '/amount']],
      [{ totalCredits: 2_000 }, ['/pricePerCredit', '/amount']],
    ] as const) {
      const { status, body } = await buy(trying, more)
      expect([status, body.code]).toEqual([422, 'amount-mismatch'])
      expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers)
    }
    expect((await buy(trying, { amount: 17_499 })).body).toMatchObject({
      amount: 17_500,
      pricePerCredit: 35,
    })
  })

  it('of a wrong quantity, price, currency or organisation are named by their field', async () => {
    const paying = await payingCompany(billing, 'org_bad_order')
    for (const [more, pointer] of [
      [{ totalCredits: 50 }, '/totalCredits'],
      [{ totalCredits: 510 }, '/totalCredits'],
      [{ totalCredits: 100_050 }, '/totalCredits'],
      [{ priceId: 'growth_month_aud' }, '/priceId'],
      [{ priceId: 'addon_100_nzd' }, '/priceId'],
      [{ currency: 'NZD', priceId: 'addon_100_nzd' }, '/currency'],
      [{ currency: 'USD' }, '/currency'],
    ] as const)
      expect(await buy(paying, more)).toMatchObject({
        status: 422,
        body: { code: 'invalid-input', errors: [{ pointer }] },
      })
    expect((await buy({ ...paying, orgId: 'org_prices' })).status).toBe(404)
  })
})

describe('invoices and the card', () => {
  it('are those of the organisation, with titles a reader knows', async () => {
    const paying = await payingCompany(billing, 'org_reader')
    await buy(paying, { useCard: true })
    const { invoices } = (await paying.get(`/customer/${paying.orgId}/invoices`)).body
    expect(invoices).toMatchObject([
      { title: '500 add-on credits', amount: 19_250, currency: 'AUD', status: 'paid' },
      { title: 'Growth plan, 3 users', amount: 49_170, pdfUrl: expect.stringContaining('/pdf') },
    ])
    const { paymentMethod } = (await paying.get(`/customer/${paying.orgId}/payment-method`)).body
    expect(paymentMethod).toMatchObject({ brand: 'visa', last4: '4242' })
  })

  it('are empty before the first payment, and of another organisation not there', async () => {
    const trying = await trialCompany(billing, 'org_nothing_yet')
    expect((await trying.get(`/customer/${trying.orgId}/invoices`)).body).toEqual({ invoices: [] })
    expect((await trying.get(`/customer/${trying.orgId}/payment-method`)).body).toEqual({
      paymentMethod: null,
    })
    for (const path of ['invoices', 'payment-method'])
      expect((await trying.get(`/customer/org_reader/${path}`)).status).toBe(404)
  })

  it('are changed in the provider’s portal, which returns to the billing screen', async () => {
    const paying = await payingCompany(billing, 'org_portal')
    for (const section of ['plan', 'invoices', 'payment']) {
      const body = { orgId: paying.orgId, return_section: section }
      const answer = await paying.post('/customer-portal', body)
      expect(answer).toMatchObject({ status: 200, body: { url: expect.stringContaining('/p/') } })
    }
    const other = { orgId: 'org_reader', return_section: 'plan' }
    expect((await paying.post('/customer-portal', other)).status).toBe(404)
    const fresh = company(billing, 'org_no_portal')
    const none = await fresh.post('/customer-portal', {
      orgId: fresh.orgId,
      return_section: 'plan',
    })
    expect(none.body).toMatchObject({
      code: 'not-found',
      detail: 'There’s no card or invoice yet. They’ll be here after your first payment.',
    })
  })

  it('get the billing address and tax id that an admin saves, and bad numbers are refused', async () => {
    const paying = await payingCompany(billing, 'org_tax')
    const { client } = billing.stripe
    const save = (data: object) =>
      billing.ask(
        'PUT',
        '/customer/update',
        { data },
        {
          as: paying.as,
          headers: { 'idempotency-key': crypto.randomUUID() },
        },
      )
    const taxIds = async () => {
      await billing.app.settled()
      const { data } = await client.customers.listTaxIds(paying.customer)
      return data.map(({ type, value }) => `${type} ${value}`)
    }
    await save({ billingEmail: 'accounts@tax.example', taxId: '51 824 753 556' })
    expect(await taxIds()).toEqual(['au_abn 51824753556'])
    expect(await client.customers.retrieve(paying.customer)).toMatchObject({
      email: 'accounts@tax.example',
    })
    await save({ taxId: '49-091-850' })
    expect(await taxIds()).toEqual(['nz_gst 49091850'])
    for (const taxId of ['51 824 753 557', '49091851', '123', 'ABN'])
      expect(await save({ taxId })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/data/taxId' }] },
      })
    await save({ taxId: '' })
    expect(await taxIds()).toEqual([])
    const stored = await billing.db.asOrg('org_tax', (trx) =>
      trx.selectFrom('customer').select('tax_id').executeTakeFirst(),
    )
    expect(stored).toEqual({ tax_id: null })
  })
})
