import { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  clientOf,
  makeCatalog,
  makeCustomer,
  startStripe,
  type Catalog,
  type StartedStripe,
} from '../../kit/stripe/start.ts'
import { fillForm } from '../../kit/stripe/pages.ts'

let stripe: StartedStripe
let client: Stripe
let catalog: Catalog

beforeEach(async () => {
  stripe = await startStripe()
  client = stripe.client
  catalog = await makeCatalog(stripe)
})

afterEach(() => stripe.close())

const checkout = async (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
  const customer = await client.customers.create({
    name: 'Harbour',
    email: 'accounts@harbour.example',
  })
  const session = await client.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [
      {
        price: catalog.growth,
        quantity: 3,
        adjustable_quantity: { enabled: true, minimum: 3, maximum: 50 },
      },
    ],
    success_url: 'http://localhost:3000/plan?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/plan',
    customer_update: { address: 'auto', name: 'auto' },
    tax_id_collection: { enabled: true },
    allow_promotion_codes: true,
    subscription_data: { default_tax_rates: [catalog.gst], metadata: { orgId: 'org_1' } },
    ...more,
  })
  return { customer, session, url: session.url ?? '' }
}

test('a payment page sells seats with a promotion code and a tax id, and goes back to the product', async () => {
  const coupon = await client.coupons.create({ percent_off: 20, duration: 'once' })
  await client.promotionCodes.create({
    code: 'SPRING',
    promotion: { type: 'coupon', coupon: coupon.id },
  })
  const { session, url, customer } = await checkout()
  const first = await fillForm(url, { action: 'update', quantity0: '5', code: 'spring' })
  expect(first.text).toContain('Emulator of Stripe: no money moves')
  expect(first.text).toContain('655.60')
  const paid = await fillForm(url, {
    action: 'pay',
    quantity0: '5',
    code: 'spring',
    number: '4242 4242 4242 4242',
    expiry: '12/34',
    country: 'AU',
    name: 'Harbour Pty Ltd',
    tax_id: '51 824 753 556',
  })
  expect(paid.location).toBe(`http://localhost:3000/plan?session=${session.id}`)
  const done = await client.checkout.sessions.retrieve(session.id, {
    expand: ['subscription.latest_invoice', 'line_items'],
  })
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    amount_total: 65_560,
    url: null,
  })
  expect(done.line_items?.data[0]?.quantity).toBe(5)
  expect(done.customer_details).toMatchObject({
    name: 'Harbour Pty Ltd',
    tax_ids: [{ type: 'au_abn' }],
  })
  expect(done.subscription).toMatchObject({
    status: 'active',
    metadata: { orgId: 'org_1' },
    discounts: [],
    latest_invoice: { total: 65_560, status: 'paid', billing_reason: 'subscription_create' },
  })
  const coupons = await client.coupons.retrieve(coupon.id)
  expect(coupons.times_redeemed).toBe(1)
  expect(await client.customers.retrieve(customer.id)).toMatchObject({ address: { country: 'AU' } })
  expect((await fillForm(url, { action: 'pay', number: '4242424242424242' })).status).toBe(410)
})

test('a declined card buys nothing, and 3-D Secure is refused, then accepted', async () => {
  const { session, url, customer } = await checkout()
  const declined = await fillForm(url, { action: 'pay', number: '4000000000009995' })
  expect(declined.text).toContain('Your card has insufficient funds.')
  const requested = await fillForm(url, { action: 'pay', number: '4000002500003155' })
  expect(requested.location).toContain('/3ds/')
  const failed = await fillForm(requested.location, { action: 'fail' })
  expect(failed.text).toContain('We are unable to authenticate')
  expect((await client.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual(
    [],
  )
  const again = await fillForm(url, { action: 'pay', number: '4000002500003155' })
  const accepted = await fillForm(again.location, { action: 'complete' })
  expect(accepted.location).toContain(session.id)
  const [subscription] = (await client.subscriptions.list({ customer: customer.id })).data
  expect(subscription?.status).toBe('active')
  stripe.advance(33 * 86_400)
  const invoices = await client.invoices.list({ customer: customer.id })
  expect(invoices.data.map(({ status }) => status)).toEqual(['paid', 'paid'])
})

test('a failed renewal is past due, is retried for a week, and cancels', async () => {
  const customer = await makeCustomer(client, 'pm_card_visa')
  const subscription = await client.subscriptions.create({
    customer: customer.id,
    items: [{ price: catalog.growth, quantity: 3 }],
  })
  const bad = await client.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: customer.id,
  })
  await client.customers.update(customer.id, {
    invoice_settings: { default_payment_method: bad.id },
  })
  const end = subscription.items.data[0]?.current_period_end ?? 0
  stripe.advance(end - stripe.time() + 60)
  const draft = await client.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(draft).toMatchObject({ status: 'active', latest_invoice: { status: 'draft' } })
  stripe.advance(3_600)
  const due = await client.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
  expect(due).toMatchObject({
    status: 'past_due',
    latest_invoice: { status: 'open', attempt_count: 1 },
  })
  expect(due.items.data[0]?.current_period_start).toBe(end)
  stripe.advance(8 * 86_400)
  const canceled = await client.subscriptions.retrieve(subscription.id)
  expect(canceled).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
})

test('a new card pays what is past due, through the portal and the invoice page', async () => {
  await client.billingPortal.configurations.create({
    features: { payment_method_update: { enabled: true }, invoice_history: { enabled: true } },
  })
  const customer = await makeCustomer(client)
  const subscription = await client.subscriptions.create({
    customer: customer.id,
    items: [{ price: catalog.growth, quantity: 3 }],
  })
  const bad = await client.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: customer.id,
  })
  await client.subscriptions.update(subscription.id, { default_payment_method: bad.id })
  stripe.advance(31 * 86_400 + 3_700)
  expect((await client.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
  const portal = await client.billingPortal.sessions.create({
    customer: customer.id,
    return_url: 'http://localhost:3000/billing',
  })
  const saved = await fillForm(portal.url, { action: 'card', number: '4000002760003184' })
  const set = await fillForm(saved.location, { action: 'complete' })
  expect((await fetch(set.location)).status).toBe(200)
  const card = await client.subscriptions.retrieve(subscription.id, {
    expand: ['default_payment_method'],
  })
  expect(card.default_payment_method).toMatchObject({ card: { last4: '3184' } })
  const [invoice] = (await client.invoices.list({ subscription: subscription.id, status: 'open' }))
    .data
  const requested = await fillForm(invoice?.hosted_invoice_url ?? '', {})
  const paid = await fillForm(requested.location, { action: 'complete' })
  expect(paid.location).toContain('redirect_status=succeeded')
  expect((await client.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('the portal cancels at the period end without the flag, and takes it back', async () => {
  await client.billingPortal.configurations.create({
    features: {
      subscription_cancel: {
        enabled: true,
        cancellation_reason: { enabled: true, options: ['too_expensive'] },
      },
    },
  })
  const customer = await makeCustomer(client)
  const created = await client.subscriptions.create({
    customer: customer.id,
    items: [{ price: catalog.growth, quantity: 3 }],
  })
  const portal = await client.billingPortal.sessions.create({ customer: customer.id })
  await fillForm(portal.url, {
    action: 'cancel',
    subscription: created.id,
    feedback: 'too_expensive',
  })
  const ending = await client.subscriptions.retrieve(created.id)
  expect(ending).toMatchObject({
    cancel_at: created.items.data[0]?.current_period_end,
    cancel_at_period_end: false,
    status: 'active',
    cancellation_details: { feedback: 'too_expensive' },
  })
  await fillForm(portal.url, { action: 'resume', subscription: created.id })
  expect((await client.subscriptions.retrieve(created.id)).cancel_at).toBeNull()
  await fillForm(portal.url, { action: 'cancel', subscription: created.id })
  stripe.advance(32 * 86_400)
  expect((await client.subscriptions.retrieve(created.id)).status).toBe('canceled')
})

test('an add-on invoice is paid by the client secret, with a card that a browser sends', async () => {
  const customer = await makeCustomer(client)
  const invoice = await client.invoices.create({
    customer: customer.id,
    currency: 'aud',
    auto_advance: false,
    pending_invoice_items_behavior: 'exclude',
    automatic_tax: { enabled: true },
    metadata: { kind: 'addon', credits: '500' },
    custom_fields: [{ name: 'Document', value: 'Tax Invoice' }],
  })
  await client.invoiceItems.create({
    customer: customer.id,
    invoice: invoice.id ?? '',
    quantity: 500,
    unit_amount_decimal: Stripe.Decimal.from('35'),
    currency: 'aud',
    description: '500 add-on credits',
  })
  const open = await client.invoices.finalizeInvoice(invoice.id ?? '', {
    expand: ['confirmation_secret', 'payments'],
  })
  expect(open).toMatchObject({ status: 'open', amount_due: 19_250, billing_reason: 'manual' })
  expect(open.payments?.data[0]).toMatchObject({ amount_requested: 19_250, status: 'open' })
  const secret = open.confirmation_secret?.client_secret ?? ''
  const browser = clientOf(stripe, stripe.publishableKey)
  const id = secret.split('_secret_')[0] ?? ''
  const data = { type: 'card', card: { number: '4242424242424242', exp_month: 12, exp_year: 2034 } }
  await expect(
    browser.paymentIntents.confirm(id, { payment_method_data: data }),
  ).rejects.toMatchObject({ code: 'resource_missing' })
  await browser.paymentIntents.confirm(id, {
    client_secret: secret,
    payment_method_data: data,
  } as object)
  expect(await client.invoices.retrieve(invoice.id ?? '')).toMatchObject({
    status: 'paid',
    amount_paid: 19_250,
  })
  const pdf = await (await fetch(open.invoice_pdf ?? '')).text()
  expect(pdf.slice(0, 8)).toBe('%PDF-1.4')
  expect(pdf).toContain('(Tax Invoice)')
  const found = await client.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: id },
  })
  expect(found.data[0]?.invoice).toBe(invoice.id)
})
