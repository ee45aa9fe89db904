import type { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addMonths } from '../../../emulators/stripe/periods.ts'
import { idOf } from '../../../emulators/stripe/wire.ts'
import {
  makeCatalog,
  makeCustomer,
  startStripe,
  type Catalog,
  type StartedStripe,
} from '../../kit/stripe/start.ts'

const DAY = 86_400

let stripe: StartedStripe
let client: Stripe
let catalog: Catalog

beforeEach(async () => {
  stripe = await startStripe()
  client = stripe.client
  catalog = await makeCatalog(stripe)
})

afterEach(() => stripe.close())

test('months keep the day of the anchor over short months and leap years', () => {
  const day = (year: number, month: number, date: number): number =>
    Date.UTC(year, month - 1, date, 9) / 1000
  const anchor = day(2026, 1, 31)
  expect(addMonths(anchor, 1, anchor)).toBe(day(2026, 2, 28))
  expect(addMonths(day(2026, 2, 28), 1, anchor)).toBe(day(2026, 3, 31))
  expect(addMonths(day(2028, 1, 31), 1, anchor)).toBe(day(2028, 2, 29))
  const leap = day(2028, 2, 29)
  expect(addMonths(leap, 12, leap)).toBe(day(2029, 2, 28))
})

test('seats that go up, down and up again in a period cost what one change would', async () => {
  const subscription = await subscribe(3)
  stripe.advance(10 * DAY)
  for (const quantity of [5, 3, 5]) await change(subscription, { quantity })
  const invoices = await client.invoices.list({ subscription: subscription.id, limit: 10 })
  const totals = invoices.data.map(({ total }) => total).toReversed()
  expect(totals).toEqual([49_170, 22_206, -22_206, 22_206])
  const customer = await client.customers.retrieve(idOf(subscription.customer))
  expect(customer).toMatchObject({ balance: 0 })
  expect(invoices.data[0]).toMatchObject({
    status: 'paid',
    amount_due: 0,
    starting_balance: -22_206,
    ending_balance: 0,
  })
})

test('a change with a card that fails waits in pending_update until it is paid, and expires after 23 hours', async () => {
  const subscription = await subscribe(3)
  await useCard(subscription, 'pm_card_chargeCustomerFail')
  stripe.advance(DAY)
  const waiting = await change(
    subscription,
    { quantity: 9 },
    { payment_behavior: 'pending_if_incomplete' },
  )
  expect(waiting).toMatchObject({
    status: 'active',
    pending_update: { subscription_items: [{ quantity: 9 }] },
  })
  expect(waiting.items.data[0]?.quantity).toBe(3)
  await useCard(subscription, 'pm_card_visa')
  await client.invoices.pay(idOf(waiting.latest_invoice))
  const applied = await client.subscriptions.retrieve(subscription.id)
  expect(applied).toMatchObject({ pending_update: null, items: { data: [{ quantity: 9 }] } })
  await useCard(subscription, 'pm_card_chargeCustomerFail')
  const second = await change(
    subscription,
    { quantity: 12 },
    { payment_behavior: 'pending_if_incomplete' },
  )
  stripe.advance(24 * 3_600)
  expect(await client.subscriptions.retrieve(subscription.id)).toMatchObject({
    pending_update: null,
    items: { data: [{ quantity: 9 }] },
  })
  expect((await client.invoices.retrieve(idOf(second.latest_invoice))).status).toBe('void')
})

test('a change with error_if_incomplete and a card that fails changes nothing', async () => {
  const subscription = await subscribe(3)
  await useCard(subscription, 'pm_card_chargeCustomerFail')
  await expect(
    change(subscription, { quantity: 9 }, { payment_behavior: 'error_if_incomplete' }),
  ).rejects.toMatchObject({ statusCode: 402 })
  expect((await client.subscriptions.retrieve(subscription.id)).items.data[0]?.quantity).toBe(3)
  expect((await client.invoices.list({ subscription: subscription.id })).data).toHaveLength(1)
})

test('a month that becomes a year starts its period now, and the preview is the invoice', async () => {
  const subscription = await subscribe(3)
  stripe.advance(10 * DAY)
  const [item] = subscription.items.data
  const items = [{ id: item?.id ?? '', price: catalog.growthYear, quantity: 3 }]
  const preview = await client.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { items, proration_behavior: 'always_invoice' },
  })
  const changed = await client.subscriptions.update(subscription.id, {
    items,
    proration_behavior: 'always_invoice',
    expand: ['latest_invoice'],
  })
  expect(changed.items.data[0]?.current_period_start).toBe(stripe.time())
  expect(changed.latest_invoice).toMatchObject({ total: preview.total, status: 'paid' })
  expect(preview.subtotal).toBe(3 * 143_040 - 30_281)
})

test('prorations that are not invoiced wait for the renewal', async () => {
  const subscription = await subscribe(3)
  stripe.advance(10 * DAY)
  await change(subscription, { quantity: 5 }, { proration_behavior: 'create_prorations' })
  const preview = await client.invoices.createPreview({ subscription: subscription.id })
  stripe.advance(22 * DAY)
  const [renewal] = (await client.invoices.list({ subscription: subscription.id })).data
  expect(renewal).toMatchObject({
    total: preview.total,
    subtotal: 20_187 + 5 * 14_900,
    billing_reason: 'subscription_cycle',
    status: 'paid',
  })
})

test('a new price without a quantity resets it to 1, as at Stripe', async () => {
  const subscription = await subscribe(3)
  const changed = await change(subscription, { price: catalog.scale })
  expect(changed.items.data[0]?.quantity).toBe(1)
})

test('a trial is announced three days before its end, then paid', async () => {
  const customer = await makeCustomer(client)
  const trial = await client.subscriptions.create({
    customer: customer.id,
    items: [{ price: catalog.growth, quantity: 2 }],
    trial_period_days: 14,
  })
  expect(trial).toMatchObject({ status: 'trialing', trial_end: stripe.start + 14 * DAY })
  stripe.advance(12 * DAY)
  expect(
    (await client.events.list({ types: ['customer.subscription.trial_will_end'] })).data,
  ).toHaveLength(1)
  stripe.advance(2 * DAY + 3_700)
  const paying = await client.subscriptions.retrieve(trial.id, { expand: ['latest_invoice'] })
  expect(paying).toMatchObject({
    status: 'active',
    latest_invoice: { total: 29_800, status: 'paid' },
  })
  expect(paying.items.data[0]?.current_period_start).toBe(stripe.start + 14 * DAY)
})

test('automatic tax follows the country: 10 % in Australia, 15 % in New Zealand, none elsewhere', async () => {
  const totals = []
  for (const country of ['AU', 'NZ', 'US']) {
    const customer = await makeCustomer(client, 'pm_card_visa', { address: { country } })
    const created = await client.subscriptions.create({
      customer: customer.id,
      items: [{ price: catalog.growth }],
      automatic_tax: { enabled: true },
      expand: ['latest_invoice'],
    })
    totals.push((created.latest_invoice as Stripe.Invoice).total)
  }
  expect(totals).toEqual([16_390, 17_135, 14_900])
  const nowhere = await client.customers.create()
  await expect(
    client.subscriptions.create({
      customer: nowhere.id,
      items: [{ price: catalog.growth }],
      automatic_tax: { enabled: true },
    }),
  ).rejects.toMatchObject({ code: 'customer_tax_location_invalid' })
})

async function subscribe(quantity: number): Promise<Stripe.Subscription> {
  const customer = await makeCustomer(client)
  return client.subscriptions.create({
    customer: customer.id,
    items: [{ price: catalog.growth, quantity }],
    default_tax_rates: [catalog.gst],
  })
}

function change(
  subscription: Stripe.Subscription,
  item: object,
  more: Stripe.SubscriptionUpdateParams = {},
): Promise<Stripe.Subscription> {
  const items = [{ id: subscription.items.data[0]?.id ?? '', ...item }]
  return client.subscriptions.update(subscription.id, {
    items,
    proration_behavior: 'always_invoice',
    ...more,
  })
}

async function useCard(subscription: Stripe.Subscription, card: string): Promise<void> {
  const method = await client.paymentMethods.attach(card, {
    customer: idOf(subscription.customer),
  })
  await client.subscriptions.update(subscription.id, { default_payment_method: method.id })
}
