import fc from 'fast-check'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { idOf } from '../../../emulators/stripe/wire.ts'
import {
  makeCatalog,
  makeCustomer,
  startStripe,
  type Catalog,
  type StartedStripe,
} from '../../kit/stripe/start.ts'

const seed = Number(process.env['STRIPE_SEED'] ?? 18)
const WALKS = 50
const CARDS = ['pm_card_visa', 'pm_card_chargeCustomerFail', 'pm_card_authenticationRequired']

const step = fc.oneof(
  fc.record({ kind: fc.constant('seats' as const), n: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('card' as const), n: fc.nat({ max: CARDS.length - 1 }) }),
  fc.record({ kind: fc.constant('days' as const), n: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('cancel' as const), n: fc.nat({ max: 1 }) }),
  fc.record({ kind: fc.constant('year' as const), n: fc.nat({ max: 1 }) }),
)
type Step = { kind: 'seats' | 'card' | 'days' | 'cancel' | 'year'; n: number }

test(`after any walk the invoices, charges and credit of a customer add up (STRIPE_SEED=${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const stripe = await startStripe()
      const catalog = await makeCatalog(stripe)
      const customer = await makeCustomer(stripe.client)
      const created = await stripe.client.subscriptions.create({
        customer: customer.id,
        items: [{ price: catalog.growth, quantity: 3 }],
        default_tax_rates: [catalog.gst],
      })
      for (const each of steps) await take(stripe, catalog, created.id, each)
      const differences = await differencesOf(stripe, customer.id)
      await stripe.close()
      expect(differences).toEqual([])
    }),
    { seed, numRuns: WALKS },
  )
}, 60_000)

async function take(
  stripe: StartedStripe,
  catalog: Catalog,
  id: string,
  { kind, n }: Step,
): Promise<void> {
  const { client } = stripe
  if (kind === 'days') {
    stripe.advance(n * 86_400)
    return
  }
  const subscription = await client.subscriptions.retrieve(id)
  if (subscription.status === 'canceled') return
  const item = subscription.items.data[0]?.id ?? ''
  const update = (params: Stripe.SubscriptionUpdateParams) =>
    client.subscriptions.update(id, params)
  if (kind === 'seats')
    await update({
      items: [{ id: item, quantity: n }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    })
  if (kind === 'year')
    await update({
      items: [{ id: item, price: n === 0 ? catalog.growth : catalog.growthYear, quantity: 2 }],
      proration_behavior: 'always_invoice',
    })
  if (kind === 'cancel') await update({ cancel_at_period_end: n === 1 })
  if (kind === 'card') {
    const method = await client.paymentMethods.attach(CARDS[n] ?? '', {
      customer: idOf(subscription.customer),
    })
    await update({ default_payment_method: method.id })
  }
}

/** What does not add up. */
async function differencesOf({ client }: StartedStripe, id: string): Promise<string[]> {
  const all = { customer: id, limit: 100 }
  const invoices = await client.invoices.list(all).autoPagingToArray({ limit: 500 })
  const charges = await client.charges.list(all).autoPagingToArray({ limit: 500 })
  const entries = await client.customers
    .listBalanceTransactions(id, { limit: 100 })
    .autoPagingToArray({ limit: 500 })
  const customer = (await client.customers.retrieve(id)) as Stripe.Customer
  const paid = invoices.filter(({ status }) => status === 'paid')
  const charged = sum(charges.map(({ status, amount }) => (status === 'succeeded' ? amount : 0)))
  const lineTotal = (line: Stripe.InvoiceLineItem): number =>
    line.amount + sum((line.taxes ?? []).map(({ amount }) => amount))
  const checks: [string, number, number][] = [
    ['charged and paid', charged, sum(paid.map(({ amount_paid: amount }) => amount))],
    ['credit and its entries', customer.balance, sum(entries.map(({ amount }) => amount))],
    ['no debt', Math.max(0, customer.balance), 0],
    ['nothing left of paid invoices', sum(paid.map((invoice) => invoice.amount_remaining)), 0],
    ...invoices.map((invoice): [string, number, number] => [
      `lines of ${invoice.number}`,
      invoice.total,
      sum(invoice.lines.data.map(lineTotal)),
    ]),
  ]
  return checks.flatMap(([name, actual, expected]) =>
    actual === expected ? [] : [`${name}: ${actual}, ${expected}`],
  )
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
