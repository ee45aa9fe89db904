import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncCustomer } from '../../../server/billing/sync-customer.ts'
import { chargeTo, payingCompany, trialCompany, type Paying } from '../../kit/billing-customers.ts'
import { startBillingApp, type BillingApp } from '../../kit/billing.ts'
import { fillForm } from '../../kit/stripe/pages.ts'

let billing: BillingApp

beforeAll(async () => {
  billing = await startBillingApp()
})
afterAll(() => billing.close())

const preview = (
  { plan, post }: Pick<Paying, 'plan' | 'post'>,
  priceId: string,
  qty: number,
  more: object = {},
) =>
  post(`/subscription/${plan.id}/preview-prorata`, {
    customerId: plan.customer,
    subscriptionItemId: plan.items.data[0]?.id,
    priceId,
    qty,
    ...more,
  })

const change = (
  { plan, post }: Paying,
  body: { priceId: string; qty: number; prorationDate: number; total: number },
  key?: string,
) => post(`/subscription/${plan.id}/change`, body, key)

/** Shows the price and agrees to it. */
const agree = async (paying: Paying, priceId: string, qty: number, key?: string) => {
  const { prorationDate, total } = (await preview(paying, priceId, qty)).body
  return change(paying, { priceId, qty, prorationDate, total }, key)
}

const live = async ({ plan }: Paying) => {
  const found = await billing.stripe.client.subscriptions.retrieve(plan.id)
  const [item] = found.items.data
  return { ...found, key: item?.price.lookup_key, seats: item?.quantity }
}
const synced = ({ orgId }: Paying) =>
  syncCustomer({ ...billing, now: () => billing.stripe.time() * 1000, listeners: [] }, orgId)
const invoicesOf = async ({ customer }: Paying) =>
  (await billing.stripe.client.invoices.list({ customer })).data

describe('the price of a change', () => {
  it('is the invoice to the cent, with GST, for more users in the middle of a month', async () => {
    for (const [key, currency, orgId] of [
      ['growth_month_aud', 'AUD', 'org_seats_au'],
      ['growth_month_nzd', 'NZD', 'org_seats_nz'],
    ] as const) {
      const paying = await payingCompany(billing, orgId, { key })
      billing.stripe.advance(9 * 86_400 + 4_321)
      const shown = await preview(paying, key, 5)
      expect(shown).toMatchObject({ status: 200, body: { currency, begins: 'now' } })
      const { subtotal, tax, total, lines } = shown.body
      expect(lines.map(({ amount }: { amount: number }) => Math.sign(amount))).toEqual([-1, 1])
      expect(subtotal + tax).toBe(total)
      const done = await change(paying, { priceId: key, qty: 5, ...shown.body })
      expect(done).toMatchObject({
        status: 200,
        body: { status: 'done', url: null, subscription: { metadata: { seats: 5 } } },
      })
      const [invoice] = await invoicesOf(paying)
      expect(invoice).toMatchObject({ status: 'paid', total, subtotal, amount_paid: total })
      expect(await live(paying)).toMatchObject({ key, seats: 5 })
      const log = await paying.get('/audit')
      expect(log.body.entries[0]).toMatchObject({
        act: 'plan',
        subject: paying.plan.id,
        details: { plan: 'Growth', seats: 5, interval: 'month' },
      })
    }
  })

  it('of a year instead of months credits the rest of the month and starts the year now', async () => {
    const paying = await payingCompany(billing, 'org_yearly')
    billing.stripe.advance(86_400)
    const shown = (await preview(paying, 'growth_year_aud', 3)).body
    expect(shown).toMatchObject({ begins: 'now', nextAmount: 450_000 })
    expect(Date.parse(shown.nextInvoiceAt)).toBeGreaterThan(
      (billing.stripe.time() + 364 * 86_400) * 1000,
    )
    expect(shown.total).toBe(shown.subtotal + shown.tax)
    await change(paying, { priceId: 'growth_year_aud', qty: 3, ...shown })
    expect((await invoicesOf(paying))[0]?.total).toBe(shown.total)
  })

  it('is nothing now for a smaller plan, which begins with the next period', async () => {
    const paying = await payingCompany(billing, 'org_smaller')
    const shown = (await preview(paying, 'starter_month_aud', 2)).body
    const [item] = paying.live.items.data
    expect(shown).toMatchObject({
      lines: [],
      total: 0,
      begins: 'next-period',
      nextAmount: 17_800,
      nextInvoiceAt: new Date((item?.current_period_end ?? 0) * 1000).toISOString(),
    })
    const done = await change(paying, { priceId: 'starter_month_aud', qty: 2, ...shown })
    expect(done).toMatchObject({
      status: 200,
      body: {
        status: 'done',
        subscription: {
          metadata: { plan_name: 'Growth', seats: 3 },
          billing: { scheduled: { bucketId: 'bkt_starter', seats: 2, at: shown.nextInvoiceAt } },
        },
      },
    })
    expect(await live(paying)).toMatchObject({ key: 'growth_month_aud', seats: 3 })
    billing.stripe.advance(32 * 86_400)
    expect(await live(paying)).toMatchObject({
      key: 'starter_month_aud',
      seats: 2,
      default_tax_rates: [expect.objectContaining({ percentage: 10 })],
    })
    expect((await invoicesOf(paying))[0]).toMatchObject({ total: 19_580, status: 'paid' })
  })

  it('of the plan that is there is nothing', async () => {
    const paying = await payingCompany(billing, 'org_same')
    expect((await preview(paying, 'growth_month_aud', 3)).body).toMatchObject({
      lines: [],
      total: 0,
      begins: 'now',
    })
  })

  it('of a plan that replaces a trial is a whole period with GST', async () => {
    const trying = await trialCompany(billing, 'org_trying')
    const answer = await preview(trying, 'growth_month_aud', 3, { isTrialMode: true })
    expect(answer).toMatchObject({
      status: 200,
      body: { subtotal: 44_700, tax: 4_470, total: 49_170, nextAmount: 44_700 },
    })
  })
})

describe('a change of plan', () => {
  it('is charged once however often the same request is sent, and also without a stored answer', async () => {
    const paying = await payingCompany(billing, 'org_again')
    const key = crypto.randomUUID()
    const { prorationDate, total } = (await preview(paying, 'growth_month_aud', 6)).body
    const body = { priceId: 'growth_month_aud', qty: 6, prorationDate, total }
    const both = await Promise.all([change(paying, body, key), change(paying, body, key)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await billing.db.owner.deleteFrom('idem').where('key', '=', key).execute()
    expect((await change(paying, body, key)).body.status).toBe('done')
    expect(await invoicesOf(paying)).toHaveLength(2)
  })

  it('is refused with a new preview if the price shown is not what it costs', async () => {
    const paying = await payingCompany(billing, 'org_price')
    const { prorationDate, total } = (await preview(paying, 'growth_month_aud', 4)).body
    const wrong = await change(paying, {
      priceId: 'growth_month_aud',
      qty: 4,
      prorationDate,
      total: total - 1,
    })
    expect(wrong).toMatchObject({
      status: 409,
      body: { code: 'price-changed', preview: { total, prorationDate } },
    })
    billing.stripe.advance(301)
    const late = await change(paying, { priceId: 'growth_month_aud', qty: 4, prorationDate, total })
    expect(late.body.preview.prorationDate).toBe(prorationDate + 301)
    expect(await live(paying)).toMatchObject({ seats: 3 })
  })

  it('that the bank declines ends there, and a later change with a good card is paid', async () => {
    const paying = await payingCompany(billing, 'org_declined', {
      card: 'pm_card_chargeCustomerFail',
    })
    expect((await agree(paying, 'growth_month_aud', 5)).body).toMatchObject({
      status: 'declined',
      url: null,
      reason: expect.stringContaining('declined'),
    })
    expect(await live(paying)).toMatchObject({ seats: 3, pending_update: null, status: 'active' })
    expect((await invoicesOf(paying))[0]?.status).toBe('void')
    await chargeTo(billing, paying.plan.id, paying.customer, 'pm_card_visa')
    expect((await agree(paying, 'growth_month_aud', 5)).body.status).toBe('done')
    expect(await live(paying)).toMatchObject({ seats: 5 })
  })

  it('that the bank declines leaves the smaller plan that was to begin later', async () => {
    const paying = await payingCompany(billing, 'org_still_planned')
    await agree(paying, 'starter_month_aud', 1)
    await chargeTo(billing, paying.plan.id, paying.customer, 'pm_card_chargeCustomerFail')
    const declined = await agree(paying, 'growth_month_aud', 5)
    expect(declined.body).toMatchObject({
      status: 'declined',
      subscription: { billing: { scheduled: { plan_name: 'Starter', seats: 1 } } },
    })
  })

  it('that the bank wants confirmed waits for it, answers the same page again, and a cancelled one is dropped', async () => {
    const paying = await payingCompany(billing, 'org_3ds', {
      card: 'pm_card_authenticationRequired',
    })
    const first = await agree(paying, 'growth_month_aud', 5)
    expect(first.body).toMatchObject({ status: 'action', url: expect.stringContaining('/i/') })
    expect(await live(paying)).toMatchObject({ seats: 3 })
    const again = await agree(paying, 'growth_month_aud', 5)
    expect(again.body).toMatchObject({ status: 'action', url: first.body.url })
    await chargeTo(billing, paying.plan.id, paying.customer, 'pm_card_visa')
    expect((await agree(paying, 'growth_month_aud', 4)).body.status).toBe('done')
    const [paid, dropped] = await invoicesOf(paying)
    expect([paid?.status, dropped?.status]).toEqual(['paid', 'void'])
    expect(await live(paying)).toMatchObject({ seats: 4, pending_update: null })
  })

  it('that the bank wants confirmed defers the smaller plan, which is scheduled again if the time for it runs out', async () => {
    const paying = await payingCompany(billing, 'org_unconfirmed')
    await agree(paying, 'starter_month_aud', 2)
    await chargeTo(billing, paying.plan.id, paying.customer, 'pm_card_authenticationRequired')
    expect((await agree(paying, 'growth_month_aud', 5)).body.status).toBe('action')
    billing.stripe.advance(3 * 3600)
    await synced(paying)
    expect(await live(paying)).toMatchObject({ schedule: null })
    billing.stripe.advance(86_400)
    expect(await live(paying)).toMatchObject({ seats: 3, pending_update: null })
    const scheduled = { plan_name: 'Starter', seats: 2 }
    expect(await synced(paying)).toMatchObject({ billing: { scheduled } })
    await paying.post(`/subscription/${paying.plan.id}/resume`, {})
    expect(await synced(paying)).toMatchObject({ billing: { scheduled: null } })
  })

  it('that the bank confirms replaces the smaller plan for good', async () => {
    const paying = await payingCompany(billing, 'org_confirmed')
    await agree(paying, 'starter_month_aud', 2)
    await chargeTo(billing, paying.plan.id, paying.customer, 'pm_card_authenticationRequired')
    const { url } = (await agree(paying, 'growth_month_aud', 5)).body
    const bank = await fillForm(url, {})
    await fillForm(bank.location, { action: 'complete' })
    billing.stripe.advance(2 * 86_400)
    expect(await synced(paying)).toMatchObject({
      metadata: { seats: 5 },
      billing: { scheduled: null },
    })
  })

  it('to more users replaces a smaller plan that has not begun', async () => {
    const paying = await payingCompany(billing, 'org_mind')
    await agree(paying, 'starter_month_aud', 1)
    expect((await live(paying)).schedule).not.toBeNull()
    await agree(paying, 'growth_month_aud', 4)
    expect(await live(paying)).toMatchObject({ schedule: null, seats: 4 })
  })
})

describe('the end of a plan', () => {
  it('comes with the paid period, can be taken back until then, and is the same when asked for twice', async () => {
    const paying = await payingCompany(billing, 'org_leaving')
    const { plan, post } = paying
    const [item] = paying.live.items.data
    const endsAt = new Date((item?.current_period_end ?? 0) * 1000).toISOString()
    for (const _ of [1, 2])
      expect(await post(`/subscription/${plan.id}/cancel`, {})).toMatchObject({
        status: 200,
        body: { subscription: { status: 'active', billing: { endsAt, renewsAt: null } } },
      })
    expect(await live(paying)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: item?.current_period_end,
    })
    expect((await agree(paying, 'growth_month_aud', 5)).body).toMatchObject({
      code: 'invalid-input',
      errors: [{ pointer: '/id' }],
    })
    expect(await post(`/subscription/${plan.id}/resume`, {})).toMatchObject({
      status: 200,
      body: { subscription: { billing: { endsAt: null, renewsAt: endsAt } } },
    })
    expect(await live(paying)).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
  })

  it('that was chosen in the portal is taken back too', async () => {
    const paying = await payingCompany(billing, 'org_portal_end')
    await billing.stripe.client.subscriptions.update(paying.plan.id, {
      cancel_at: 'max_period_end',
    })
    await paying.post(`/subscription/${paying.plan.id}/resume`, {})
    expect(await live(paying)).toMatchObject({ cancel_at: null })
  })

  it('takes back a smaller plan that has not begun', async () => {
    const paying = await payingCompany(billing, 'org_back')
    await agree(paying, 'starter_month_aud', 1)
    await paying.post(`/subscription/${paying.plan.id}/resume`, {})
    billing.stripe.advance(32 * 86_400)
    expect(await live(paying)).toMatchObject({ key: 'growth_month_aud', seats: 3, schedule: null })
  })

  it('is refused in words for a trial', async () => {
    const { plan, post } = await trialCompany(billing, 'org_trial_end')
    expect(await post(`/subscription/${plan.id}/cancel`, {})).toMatchObject({
      status: 403,
      body: { detail: 'There’s nothing to cancel: this plan ends by itself.' },
    })
  })
})

describe('bad input', () => {
  it('of a change is named by its field', async () => {
    const paying = await payingCompany(billing, 'org_bad')
    for (const [priceId, qty, pointer] of [
      ['free_month_aud', 3, '/priceId'],
      ['growth_month_nzd', 3, '/priceId'],
      ['growth_month_aud', 2, '/qty'],
      ['growth_month_aud', 51, '/qty'],
      ['growth_month_aud', 0, '/qty'],
      ['growth_month_aud', 1.5, '/qty'],
    ] as const) {
      const expected = { status: 422, body: { code: 'invalid-input', errors: [{ pointer }] } }
      expect(await preview(paying, priceId, qty)).toMatchObject(expected)
      const body = { priceId, qty, prorationDate: billing.stripe.time(), total: 0 }
      expect(await change(paying, body)).toMatchObject(expected)
    }
    const outside = await preview(paying, 'growth_month_aud', 4, { prorationDate: 1 })
    expect(outside.body.errors[0].pointer).toBe('/prorationDate')
  })

  it('that names another organisation’s subscription, customer or item reads as not there', async () => {
    const mine = await payingCompany(billing, 'org_mine')
    const theirs = await payingCompany(billing, 'org_theirs')
    const { plan } = theirs
    const item = plan.items.data[0]?.id
    for (const more of [{ customerId: plan.customer }, { subscriptionItemId: item }])
      expect((await preview(mine, 'growth_month_aud', 4, more)).status).toBe(404)
    const reached = { ...mine, plan }
    expect((await preview(reached, 'growth_month_aud', 4)).status).toBe(404)
    const body = { priceId: 'growth_month_aud', qty: 4, prorationDate: 1, total: 0 }
    expect((await change(reached, body)).status).toBe(404)
    for (const act of ['cancel', 'resume'])
      expect((await mine.post(`/subscription/${plan.id}/${act}`, {})).status).toBe(404)
    expect((await mine.get(`/plans/${plan.id}/addon-credits`)).status).toBe(404)
    expect(await live(theirs)).toMatchObject({ seats: 3, cancel_at: null })
  })
})
