import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { opensApp } from '../../../contract/org/customer.ts'
import { idOf } from '../../../emulators/stripe/wire.ts'
import { syncCustomer, type BillingListener } from '../../../server/billing/sync-customer.ts'
import { auditLedger } from '../../../server/credits/audit.ts'
import {
  changeTo,
  newBuyer,
  orderCredits,
  startBillingApp,
  subscribe,
  type BillingApp,
} from '../../kit/billing.ts'

let app: BillingApp

beforeAll(async () => {
  app = await startBillingApp()
})
afterAll(async () => {
  await app.close()
})

const day = 86_400
const at = (seconds: number): string => new Date(seconds * 1000).toISOString()
const endOf = ({ items }: Stripe.Subscription): number => items.data[0]?.current_period_end ?? 0
const advanceTo = (seconds: number): void => app.stripe.advance(seconds - app.stripe.time())

describe('a paid plan', () => {
  it('replaces the trial, opens the app and grants a month, once however often it is asked for', async () => {
    const buyer = await newBuyer(app, { trial: true })
    const created = await subscribe(app, buyer, 'growth_month_aud', 3)
    const { id } = created
    for (let time = 0; time < 3; time += 1) await buyer.sync()
    const row = await buyer.row()
    expect(row).toMatchObject({
      id,
      customer: buyer.customer,
      status: 'active',
      billingCurrency: 'AUD',
      planBucketId: 'bkt_growth',
      metadata: { plan_name: 'Growth', seats: 3, credits: 1_800, periodEnd: at(endOf(created)) },
      billing: {
        provider: 'stripe',
        interval: 'month',
        unitAmount: 14_900,
        renewsAt: at(endOf(created)),
        endsAt: null,
        scheduled: null,
        failedPayment: null,
      },
    })
    expect((await buyer.ledger()).filter(({ kind }) => kind === 'grant')).toEqual([
      { kind: 'grant', n: 50, sourceRef: `sub_trial_${buyer.orgId}/trial` },
      { kind: 'grant', n: 1_800, sourceRef: `${id}/${at(endOf(created))}` },
    ])
  })

  it('grants a month that was over before its payment was heard of, while a trial ran', async () => {
    const buyer = await newBuyer(app)
    const { id } = await subscribe(app, buyer, 'starter_year_aud', 2)
    app.stripe.advance(40 * day)
    await buyer.beginTrial()
    await buyer.balance()
    await buyer.sync()
    await buyer.sync()
    const granted = (await buyer.ledger()).filter(({ kind }) => kind === 'grant')
    expect(granted.map(({ n, sourceRef }) => [n, sourceRef?.split('/')[0]])).toEqual([
      [50, `sub_trial_${buyer.orgId}`],
      [400, id],
      [400, id],
    ])
  })

  it('that was never paid leaves the trial as it is', async () => {
    const buyer = await newBuyer(app, { trial: true, card: 'pm_card_chargeCustomerFail' })
    await subscribe(app, buyer, 'growth_month_aud', 3, { payment_behavior: 'default_incomplete' })
    expect(await buyer.sync()).toMatchObject({ status: 'trialing', id: `sub_trial_${buyer.orgId}` })
    expect(await buyer.balance()).toBe(50)
  })

  it('grants the rest of the month for more users from the moment they were paid for, even if it is heard of later', async () => {
    const buyer = await newBuyer(app)
    const created = await subscribe(app, buyer, 'growth_month_aud', 3)
    const { id } = created
    advanceTo((created.start_date + endOf(created)) / 2)
    await changeTo(app, id, 'growth_month_aud', 5)
    app.stripe.advance(5 * day)
    await changeTo(app, id, 'growth_month_aud', 4)
    await buyer.sync()
    expect((await buyer.ledger()).map(({ n }) => n)).toEqual([1_800, 600])
    expect(await buyer.row()).toMatchObject({ metadata: { seats: 4, credits: 2_400 } })
  })

  it('bought on the 31st grants all of the month for more users of the same day, though the month ends on the 30th', async () => {
    const buyer = await newBuyer(app)
    const year = new Date(app.stripe.time() * 1000).getUTCFullYear()
    advanceTo(Date.UTC(year + 1, 2, 31) / 1000)
    const { id } = await subscribe(app, buyer, 'starter_month_aud', 2)
    await buyer.sync()
    await changeTo(app, id, 'starter_month_aud', 4)
    await buyer.sync()
    expect((await buyer.ledger()).map(({ n }) => n)).toEqual([400, 400])
  })

  it('by the year grants its own months, though a renewal of the month before is paid after the change', async () => {
    const buyer = await newBuyer(app)
    const created = await subscribe(app, buyer, 'starter_month_aud', 1)
    await buyer.sync()
    // The provider closes a renewal an hour after its period began.
    advanceTo(endOf(created))
    await changeTo(app, created.id, 'starter_year_aud', 2)
    app.stripe.advance(2 * 3_600)
    expect(await buyer.sync()).toMatchObject({ metadata: { seats: 2, credits: 400 } })
    app.stripe.advance(32 * day)
    await buyer.balance()
    const granted = (await buyer.ledger()).filter(({ kind }) => kind === 'grant')
    expect(granted.map(({ n }) => n)).toEqual([200, 400, 400])
  })

  it('grants nothing for more users whose payment was declined', async () => {
    const buyer = await newBuyer(app)
    const { id } = await subscribe(app, buyer, 'growth_month_aud', 3)
    const failing = await app.stripe.client.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: buyer.customer,
    })
    await app.stripe.client.subscriptions.update(id, { default_payment_method: failing.id })
    await changeTo(app, id, 'growth_month_aud', 9)
    expect(await buyer.sync()).toMatchObject({ status: 'active', metadata: { seats: 3 } })
    expect(await buyer.balance()).toBe(1_800)
  })

  it('shows its last day when it is cancelled, and closes after it', async () => {
    const buyer = await newBuyer(app)
    const created = await subscribe(app, buyer, 'starter_month_aud', 1)
    await app.stripe.client.subscriptions.update(created.id, { cancel_at: 'max_period_end' })
    expect((await buyer.sync())?.billing).toMatchObject({
      renewsAt: null,
      endsAt: at(endOf(created)),
    })
    advanceTo(endOf(created))
    const row = await buyer.sync()
    expect(row).toMatchObject({ status: 'canceled' })
    expect(opensApp(row, app.stripe.time() * 1000)).toBe(false)
  })
})

describe('a renewal', () => {
  it('grants the next month when it is paid, not when its period begins', async () => {
    const buyer = await newBuyer(app)
    const created = await subscribe(app, buyer, 'starter_month_aud', 1)
    await buyer.sync()
    advanceTo(endOf(created) + 60)
    expect(await buyer.sync()).toMatchObject({
      status: 'active',
      metadata: { periodEnd: at(endOf(created)) },
    })
    expect(await buyer.balance()).toBe(200)
    app.stripe.advance(3_600)
    await buyer.sync()
    expect((await buyer.ledger()).map(({ kind, n }) => [kind, n])).toEqual([
      ['grant', 200],
      ['grant', 200],
    ])
  })

  it('that fails keeps the app open for seven days with the bank’s reason, and another card brings the month', async () => {
    const buyer = await newBuyer(app)
    const created = await subscribe(app, buyer, 'starter_month_aud', 1)
    const { id } = created
    const { client } = app.stripe
    const failing = await client.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: buyer.customer,
    })
    await client.subscriptions.update(id, { default_payment_method: failing.id })
    advanceTo(endOf(created) + 2 * 3_600)
    const row = await buyer.sync()
    expect(row).toMatchObject({
      status: 'past_due',
      metadata: { periodEnd: at(endOf(created)) },
      billing: {
        failedPayment: {
          reason: 'Your card was declined.',
          last4: '0341',
          accessEndsAt: at(endOf(created) + 7 * day),
        },
      },
    })
    expect(opensApp(row, (endOf(created) + 6 * day) * 1000)).toBe(true)
    expect(opensApp(row, (endOf(created) + 7 * day + 1) * 1000)).toBe(false)
    const working = await client.paymentMethods.attach('pm_card_visa', { customer: buyer.customer })
    await client.subscriptions.update(id, { default_payment_method: working.id })
    const { latest_invoice: invoice } = await client.subscriptions.retrieve(id)
    await client.invoices.pay(idOf(invoice))
    expect(await buyer.sync()).toMatchObject({ status: 'active', billing: { failedPayment: null } })
    expect((await buyer.ledger()).filter(({ kind }) => kind === 'grant')).toHaveLength(2)
  })
})

describe('add-on credits', () => {
  it('come with the payment of their invoice, once', async () => {
    const buyer = await newBuyer(app)
    const invoice = await orderCredits(app, buyer, 500)
    await buyer.sync()
    expect(await buyer.balance()).toBe(0)
    await app.stripe.client.invoices.pay(invoice.id)
    await buyer.sync()
    await buyer.sync()
    expect(await buyer.ledger()).toEqual([
      { kind: 'grant', n: 500, sourceRef: `stripe/${invoice.id}` },
    ])
  })

  it('are taken back in proportion to a refund', async () => {
    const buyer = await newBuyer(app)
    const intent = await paidIntent(await payCredits(buyer, 500))
    await app.stripe.client.refunds.create({ payment_intent: intent, amount: 7_700 })
    await buyer.sync()
    await buyer.sync()
    expect(await buyer.balance()).toBe(300)
    await app.stripe.client.refunds.create({ payment_intent: intent })
    await buyer.sync()
    expect(await buyer.balance()).toBe(0)
  })

  it('are counted once each in two refunds that are heard of together', async () => {
    const buyer = await newBuyer(app)
    const intent = await paidIntent(await payCredits(buyer, 500))
    await app.stripe.client.refunds.create({ payment_intent: intent, amount: 7_700 })
    await app.stripe.client.refunds.create({ payment_intent: intent })
    const credits: number[] = []
    const listener: BillingListener = {
      changed: () => Promise.resolve(),
      moneyBack: async (_, back) => void credits.push(back.credits),
    }
    const now = () => app.stripe.time() * 1000
    await syncCustomer({ ...app, now, listeners: [listener] }, buyer.orgId)
    expect(await buyer.balance()).toBe(0)
    expect(credits.toSorted((a, b) => a - b)).toEqual([200, 300])
  })

  it('are taken back while a bank disputes their payment, and given back when the dispute is won', async () => {
    const buyer = await newBuyer(app, { card: 'pm_card_createDispute' })
    const intent = await paidIntent(await payCredits(buyer, 500))
    await buyer.sync()
    expect(await buyer.balance()).toBe(0)
    const { data } = await app.stripe.client.disputes.list({ payment_intent: intent })
    await app.stripe.client.disputes.update(data[0]?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    })
    await buyer.sync()
    await buyer.sync()
    expect(await buyer.balance()).toBe(500)
  })
})

const payCredits = async (buyer: Parameters<typeof orderCredits>[1], n: number) => {
  const invoice = await orderCredits(app, buyer, n)
  await app.stripe.client.invoices.pay(invoice.id)
  return invoice.id
}

const paidIntent = async (invoice: string): Promise<string> => {
  const { payments } = await app.stripe.client.invoices.retrieve(invoice, { expand: ['payments'] })
  return idOf(payments?.data[0]?.payment.payment_intent)
}

describe('a smaller plan', () => {
  it('is shown while it waits for the next period, and counts from its payment', async () => {
    const buyer = await newBuyer(app)
    const { client } = app.stripe
    const created = await subscribe(app, buyer, 'growth_month_aud', 5)
    const [item] = created.items.data
    const schedule = await client.subscriptionSchedules.create({ from_subscription: created.id })
    const phase = { proration_behavior: 'none' as const }
    await client.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        {
          ...phase,
          items: [{ price: item?.price.id ?? '', quantity: 5 }],
          start_date: created.start_date,
          end_date: endOf(created),
        },
        { ...phase, items: [{ price: item?.price.id ?? '', quantity: 3 }] },
      ],
    })
    expect((await buyer.sync())?.billing?.scheduled).toEqual({
      bucketId: 'bkt_growth',
      plan_name: 'Growth',
      seats: 3,
      interval: 'month',
      at: at(endOf(created)),
    })
    advanceTo(endOf(created) + 7_200)
    expect(await buyer.sync()).toMatchObject({
      metadata: { seats: 3, credits: 1_800 },
      billing: { scheduled: null },
    })
    expect((await buyer.ledger()).filter(({ kind }) => kind === 'grant').map(({ n }) => n)).toEqual(
      [3_000, 1_800],
    )
  })
})

it('leaves ledgers that add up', async () => {
  expect(await auditLedger(app.db)).toEqual([])
})
