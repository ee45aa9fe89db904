import type { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

test('a change from 3 to 5 seats after 10 of 31 days costs A$222.06, in the preview and on the invoice', async () => {
  const subscription = await subscribe(3)
  expect(subscription.status).toBe('active')
  stripe.advance(10 * DAY)
  const items = [{ id: subscription.items.data[0]?.id ?? '', price: catalog.growth, quantity: 5 }]
  const change = { proration_behavior: 'always_invoice', proration_date: stripe.time() } as const
  const preview = await client.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { items, ...change },
  })
  expect(preview.lines.data.map(({ amount, description }) => [amount, description])).toEqual([
    [-30_281, 'Unused time on 3 × Growth after 11 Mar 2026'],
    [50_468, 'Remaining time on 5 × Growth after 11 Mar 2026'],
  ])
  expect(preview).toMatchObject({ subtotal: 20_187, total: 22_206, amount_due: 22_206 })
  expect(preview.total_taxes?.[0]?.amount).toBe(2_019)
  const changed = await client.subscriptions.update(subscription.id, {
    items,
    ...change,
    expand: ['latest_invoice'],
  })
  expect(changed.items.data[0]?.quantity).toBe(5)
  expect(changed.latest_invoice).toMatchObject({
    total: 22_206,
    status: 'paid',
    billing_reason: 'subscription_update',
  })
})

async function subscribe(quantity: number): Promise<Stripe.Subscription> {
  const customer = await makeCustomer(client)
  return client.subscriptions.create({
    customer: customer.id,
    items: [{ price: catalog.growth, quantity }],
    default_tax_rates: [catalog.gst],
  })
}
