import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  makeCatalog,
  makeCustomer,
  startStripe,
  type StartedStripe,
} from '../../kit/stripe/start.ts'

interface Received {
  body: string
  signature: string
}

let stripe: StartedStripe
let client: Stripe
let product: Server
let received: Received[]
/** To successive attempts; the last repeats. */
let answers: number[]
let time: number

beforeEach(async () => {
  received = []
  answers = [200]
  time = Date.now()
  product = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ body, signature: String(request.headers['stripe-signature']) })
      response.writeHead((answers.length > 1 ? answers.shift() : answers[0]) ?? 200).end()
    })
  })
  await new Promise<void>((done) => product.listen(0, '127.0.0.1', done))
  stripe = await start()
  client = stripe.client
})

afterEach(async () => {
  await stripe.close()
  await new Promise((done) => {
    product.close(done)
    product.closeAllConnections()
  })
})

test('a subscription is reported in order of cause, with signatures that the official client accepts', async () => {
  const { growth } = await makeCatalog(stripe)
  const customer = await makeCustomer(client)
  await stripe.settled()
  received = []
  await client.subscriptions.create(
    { customer: customer.id, items: [{ price: growth, quantity: 3 }] },
    { idempotencyKey: 'buy' },
  )
  await stripe.settled()
  const events = received.map(({ body, signature }) =>
    client.webhooks.constructEvent(body, signature, stripe.webhookSecret),
  )
  expect(events.map(({ type }) => type)).toEqual([
    'customer.subscription.created',
    'invoice.created',
    'payment_intent.created',
    'invoice.finalized',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.updated',
    'invoice_payment.paid',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
  ])
  expect(events.at(-1)?.data.previous_attributes).toEqual({ status: 'incomplete' })
  expect(events[0]?.data.object).toMatchObject({ object: 'subscription', status: 'incomplete' })
  expect(events[0]).toMatchObject({
    api_version: '2026-10-28.endive',
    livemode: false,
    request: { idempotency_key: 'buy' },
  })
  const [first] = received
  expect(() =>
    client.webhooks.constructEvent(`${first?.body} `, first?.signature ?? '', stripe.webhookSecret),
  ).toThrow('signature')
})

test('an update that changes nothing is not reported', async () => {
  const customer = await client.customers.create({ name: 'Harbour' })
  const before = stripe.events().length
  await client.customers.update(customer.id, { name: 'Harbour' })
  expect(stripe.events()).toHaveLength(before)
})

test('an event that the product refuses is sent again, then given up', async () => {
  answers = [500, 500, 200]
  await client.products.create({ name: 'Growth' })
  await stripe.settled()
  expect(received).toHaveLength(1)
  expect((await client.events.list({ delivery_success: false })).data[0]?.type).toBe(
    'product.created',
  )
  for (const wait of [1_000, 1_000]) {
    time += wait
    await stripe.settled()
  }
  expect(stripe.deliveries().map(({ status, attempts }) => [status, attempts])).toEqual([
    ['delivered', 3],
  ])
  answers = [500]
  await client.products.create({ name: 'Scale' })
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await stripe.settled()
    time += 1_000
  }
  expect(stripe.deliveries().at(-1)).toMatchObject({ status: 'given up', attempts: 3 })
})

test('a fault switch loses, doubles and shuffles events, and the list of events holds them all', async () => {
  stripe.spoilWebhooks({ lost: 1, random: () => 0 })
  await client.products.create({ name: 'lost' })
  await stripe.settled()
  expect(received).toEqual([])
  stripe.spoilWebhooks({ doubled: 1, random: () => 0 })
  await client.products.create({ name: 'doubled' })
  await stripe.settled()
  expect(received).toHaveLength(2)
  received = []
  answers = [200]
  stripe.spoilWebhooks({ shuffled: true, random: () => 0.99 })
  const customer = await client.customers.create({ name: 'Harbour' })
  await client.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await stripe.settled()
  expect(
    (await client.events.list({ limit: 100 })).data.map(({ type }) => type).toReversed(),
  ).toEqual(['product.created', 'product.created', 'customer.created', 'payment_method.attached'])
  expect(new Set(received.map(({ body }) => (JSON.parse(body) as Stripe.Event).type))).toEqual(
    new Set(['customer.created', 'payment_method.attached']),
  )
})

test('a folder keeps keys, objects and undelivered events over a restart', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'stripe-emulator-'))
  const first = await start({ dataFolder })
  answers = [500, 200]
  const created = await first.client.products.create({ name: 'Growth' })
  await first.settled()
  await first.close()
  const second = await start({ dataFolder })
  expect(second.secretKey).toBe(first.secretKey)
  expect(second.webhookSecret).toBe(first.webhookSecret)
  expect((await second.client.products.retrieve(created.id)).name).toBe('Growth')
  await second.settled()
  expect(second.deliveries().map(({ status }) => status)).toEqual(['delivered'])
  await second.close()
  await rm(dataFolder, { recursive: true, force: true })
})

function start(more: { dataFolder?: string } = {}): Promise<StartedStripe> {
  const { port } = product.address() as AddressInfo
  const webhook = { url: () => `http://127.0.0.1:${port}/api/webhooks/stripe` }
  return startStripe({ webhook, now: () => time, retryAfterMs: [1_000, 1_000], ...more })
}
