import { get } from 'node:http'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emulatorRefusal } from '../../../emulators/stripe/guard.ts'
import { startStripeEmulator } from '../../../emulators/stripe/emulator.ts'
import {
  clientOf,
  makeCatalog,
  makeCustomer,
  startStripe,
  type StartedStripe,
} from '../../kit/stripe/start.ts'

let stripe: StartedStripe
let client: Stripe

beforeAll(async () => {
  stripe = await startStripe()
  client = stripe.client
})

afterAll(() => stripe.close())

test('a repeated idempotency key answers the first bytes, and refuses another body', async () => {
  const idempotencyKey = 'customer/org_1'
  const first = await client.customers.create({ name: 'Harbour' }, { idempotencyKey })
  const second = await client.customers.create({ name: 'Harbour' }, { idempotencyKey })
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  await expect(
    client.customers.create({ name: 'Other' }, { idempotencyKey }),
  ).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
})

test('a decline is replayed for its idempotency key, and a refused parameter is not', async () => {
  const decline = {
    amount: 1_000,
    currency: 'aud',
    payment_method: 'pm_card_chargeDeclined',
    confirm: true,
  }
  const errors = []
  for (let time = 0; time < 2; time += 1)
    errors.push(await errorOf(client.paymentIntents.create(decline, { idempotencyKey: 'pay' })))
  expect(errors[0]).toMatchObject({ code: 'card_declined', advice_code: 'try_again_later' })
  expect(errors[1]).toEqual(errors[0])
  const wrong = { nam: 'x' } as Stripe.CustomerCreateParams
  await expect(client.customers.create(wrong, { idempotencyKey: 'typo' })).rejects.toMatchObject({
    code: 'parameter_unknown',
    param: 'nam',
  })
  expect((await client.customers.create({ name: 'x' }, { idempotencyKey: 'typo' })).name).toBe('x')
})

test('lists turn pages both ways and end', async () => {
  const created = []
  for (const name of ['a', 'b', 'c', 'd', 'e']) created.push(await client.products.create({ name }))
  const first = await client.products.list({ limit: 2 })
  expect(first.data.map(({ name }) => name)).toEqual(['e', 'd'])
  expect(first.has_more).toBe(true)
  const second = await client.products.list({ limit: 2, starting_after: first.data[1]?.id ?? '' })
  expect(second.data.map(({ name }) => name)).toEqual(['c', 'b'])
  const back = await client.products.list({ limit: 2, ending_before: second.data[0]?.id ?? '' })
  expect(back.data.map(({ name }) => name)).toEqual(['e', 'd'])
  const names = []
  for await (const product of client.products.list({ limit: 2 })) names.push(product.name)
  expect(names).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test.each([
  [
    'unknown id',
    () => client.subscriptions.retrieve('sub_x'),
    { statusCode: 404, code: 'resource_missing' },
  ],
  [
    'reference to an unknown id',
    () => client.invoices.create({ customer: 'cus_x' }),
    { code: 'resource_missing' },
  ],
  [
    'missing parameter',
    () => client.products.create({} as Stripe.ProductCreateParams),
    { code: 'parameter_missing', param: 'name' },
  ],
  [
    'wrong number',
    () => client.prices.create({ currency: 'aud', product: 'x', unit_amount: 1.5 }),
    { code: 'parameter_invalid_integer', param: 'unit_amount' },
  ],
  [
    'unknown nested parameter',
    () =>
      client.subscriptions.create({
        customer: 'cus_x',
        items: [{ prices: 'x', price: 'y' } as object],
      }),
    { code: 'parameter_unknown', param: 'items[0][prices]' },
  ],
  [
    'amount below the least',
    () => client.paymentIntents.create({ amount: 1, currency: 'aud' }),
    { code: 'amount_too_small' },
  ],
  [
    'field that cannot be expanded',
    () => client.products.list({ expand: ['data.owner'] }),
    { param: 'expand' },
  ],
])('a request with an %s is refused as Stripe does', async (_, ask, expected) => {
  await expect(ask()).rejects.toMatchObject({ type: 'StripeInvalidRequestError', ...expected })
})

test('only its own test keys and its own version are accepted', async () => {
  const live = clientOf(stripe, ['sk', 'live', 'x'].join('_'))
  await expect(live.products.list()).rejects.toMatchObject({
    statusCode: 401,
    message: expect.stringContaining('no live keys') as string,
  })
  const browser = clientOf(stripe, stripe.publishableKey)
  await expect(browser.products.list()).rejects.toMatchObject({ code: 'secret_key_required' })
  const older = { apiVersion: '2022-11-15' }
  await expect(client.products.list({}, older)).rejects.toMatchObject({
    message: expect.stringContaining('speaks only') as string,
  })
})

test('a live subscription of another currency is refused', async () => {
  const { growth } = await makeCatalog(stripe)
  const customer = await makeCustomer(client)
  await client.subscriptions.create({ customer: customer.id, items: [{ price: growth }] })
  const product = await client.products.create({ name: 'Growth NZ' })
  const price = await client.prices.create({
    currency: 'nzd',
    product: product.id,
    unit_amount: 100,
    recurring: { interval: 'month' },
  })
  await expect(
    client.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] }),
  ).rejects.toMatchObject({
    message: expect.stringContaining('cannot combine currencies') as string,
  })
})

test('a late, lost or failing answer is one that the client retries without a second charge', async () => {
  const retrying = clientOf(stripe)
  stripe.faults.begin({ kind: 'lost', method: 'POST', times: 1 })
  const before = (await client.paymentIntents.list({ limit: 100 })).data.length
  const created = await retrying.paymentIntents.create(
    { amount: 900, currency: 'aud', payment_method: 'pm_card_visa', confirm: true },
    { maxNetworkRetries: 2 },
  )
  expect(created.status).toBe('succeeded')
  expect((await client.paymentIntents.list({ limit: 100 })).data).toHaveLength(before + 1)
  stripe.faults.begin({ kind: 'failing', status: 429, times: 1 })
  await expect(client.products.list()).rejects.toMatchObject({ type: 'StripeRateLimitError' })
})

test('other host names and proxies are refused', async () => {
  expect(await statusFor({ host: 'rebound.example' })).toBe(403)
  expect(await statusFor({ 'x-forwarded-for': '203.0.113.7' })).toBe(403)
  expect(await statusFor({})).toBe(200)
})

test('the emulator refuses to start beside real keys, in production, or where other machines reach the product', async () => {
  const real = { STRIPE_SECRET_KEY: ['sk', 'live', 'x'].join('_'), FIELDBOOK_EMULATORS: 'allow' }
  await expect(startStripeEmulator({ env: real })).rejects.toThrow('not its own')
  expect(emulatorRefusal({ NODE_ENV: 'production' }, [])).toContain('NODE_ENV=production')
  expect(emulatorRefusal({ PUBLIC_ORIGIN: 'https://sales.example' }, [])).toContain('PUBLIC_ORIGIN')
  expect(
    emulatorRefusal({ NODE_ENV: 'production', FIELDBOOK_EMULATORS: 'allow' }, []),
  ).toBeUndefined()
  expect(emulatorRefusal({ STRIPE_SECRET_KEY: 'own' }, ['own'])).toBeUndefined()
})

async function errorOf(promise: Promise<unknown>): Promise<object> {
  try {
    await promise
  } catch (error) {
    const { code, decline_code, advice_code, message } = error as Stripe.StripeRawError
    return { code, decline_code, advice_code, message }
  }
  throw new Error('it succeeded')
}

// fetch does not send another host's name.
function statusFor(headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(stripe.url, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    }).on('error', reject)
  })
}
