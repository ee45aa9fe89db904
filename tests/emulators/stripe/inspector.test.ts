import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emulatorOf } from '../../../emulators/stripe/remote.ts'
import { idOf } from '../../../emulators/stripe/wire.ts'
import { fillForm } from '../../kit/stripe/pages.ts'
import {
  makeCatalog,
  makeCustomer,
  startStripe,
  type StartedStripe,
} from '../../kit/stripe/start.ts'

let stripe: StartedStripe
let dataFolder: string

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'stripe-inspector-'))
  stripe = await startStripe({
    dataFolder,
    webhook: { url: () => 'http://127.0.0.1:9/' },
    retryAfterMs: [],
  })
})

afterEach(async () => {
  await stripe.close()
  await rm(dataFolder, { recursive: true, force: true })
})

test('the inspector shows customers, invoices, payments and events, and escapes what users typed', async () => {
  const { growth } = await makeCatalog(stripe)
  const customer = await makeCustomer(stripe.client, 'pm_card_visa', {
    name: '<script>"&"</script>',
  })
  await stripe.client.subscriptions.create({
    customer: customer.id,
    items: [{ price: growth, quantity: 3 }],
  })
  await stripe.settled()
  const page = await (await fetch(stripe.url)).text()
  for (const seen of [
    '&lt;script&gt;&quot;&amp;&quot;',
    '3 × Growth, active',
    'AUD 447.00',
    'FB-0001',
    'invoice.paid',
    'given up, 1 attempts, no answer',
  ])
    expect(page).toContain(seen)
  expect(page).not.toContain('<script')
})

test('its buttons move the clock, dispute a payment and send an event again', async () => {
  const { client } = stripe
  const intent = await client.paymentIntents.create({
    amount: 2_000,
    currency: 'aud',
    payment_method: 'pm_card_visa',
    confirm: true,
  })
  await fillForm(stripe.url, { action: 'day' })
  expect(stripe.time()).toBe(stripe.start + 86_400)
  await fillForm(stripe.url, { action: 'dispute', id: idOf(intent.latest_charge) })
  const [dispute] = (await client.disputes.list({ payment_intent: intent.id })).data
  expect(dispute?.status).toBe('needs_response')
  await fillForm(stripe.url, { action: 'lose', id: dispute?.id ?? '' })
  expect((await client.disputes.retrieve(dispute?.id ?? '')).status).toBe('lost')
  const [event] = stripe.events()
  await fillForm(stripe.url, { action: 'resend', id: event?.id ?? '' })
  expect(stripe.deliveries().filter(({ eventId }) => eventId === event?.id)).toHaveLength(2)
})

test('a journey moves the clock and begins faults through the folder, with the secret key only', async () => {
  const remote = emulatorOf(dataFolder)
  expect(remote.secretKey).toBe(stripe.secretKey)
  await remote.advance(3_600)
  expect(stripe.time()).toBe(stripe.start + 3_600)
  await remote.begin({ kind: 'failing', path: '/v1/products' })
  await expect(stripe.client.products.list()).rejects.toMatchObject({ statusCode: 503 })
  await remote.spoilWebhooks({ lost: 1 })
  await stripe.client.coupons.create({ percent_off: 10 })
  expect(stripe.deliveries().at(-1)?.status).toBe('lost')
  await remote.clear()
  expect((await stripe.client.products.list()).data).toEqual([])
  const stranger = await fetch(`${stripe.url}/_emulator/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"by":1}',
  })
  expect(stranger.status).toBe(401)
})
