import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signatureOf } from '../../../emulators/stripe/signature.ts'
import { startTestApp } from '../../kit/app.ts'
import {
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
afterAll(() => app.close())

const post = async (body: string, signature: string | undefined, to = app) => {
  const answer = await to.app.inject({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
    payload: body,
  })
  return { status: answer.statusCode, body: JSON.parse(answer.body) }
}

const signed = (event: object, secondsAgo = 0): [string, string] => {
  const body = JSON.stringify(event)
  const { webhookSecret, start } = app.stripe
  return [body, signatureOf(webhookSecret, start - secondsAgo, body)]
}

const eventOf = (id: string, object: object, type = 'customer.updated') => ({
  id,
  object: 'event',
  type,
  created: app.stripe.time(),
  data: { object },
})

/** The emulator tells of what a test prepares as well. */
const endOwnJobs = async (): Promise<void> => {
  await app.stripe.settled()
  await app.work()
}

const jobsOf = async (orgId: string): Promise<number> => {
  const rows = await app.db.owner
    .selectFrom('job')
    .select('id')
    .where('org_id', '=', orgId)
    .execute()
  return rows.length
}

describe('a webhook of Stripe', () => {
  it('leads to the state that Stripe has, through the emulator’s own delivery', async () => {
    const buyer = await newBuyer(app)
    const { id } = await subscribe(app, buyer, 'growth_month_aud', 3)
    await app.stripe.settled()
    await app.work()
    expect(await buyer.row()).toMatchObject({ id, status: 'active' })
  })

  it('without a signature, with a wrong one or one older than 300 s is refused and leaves nothing', async () => {
    const event = eventOf('evt_forged', { id: 'cus_1', object: 'customer' })
    const [body, old] = signed(event, 301)
    for (const signature of [
      undefined,
      'nonsense',
      old,
      signatureOf('whsec_other', app.stripe.start, body),
    ])
      expect(await post(body, signature)).toMatchObject({
        status: 400,
        body: { code: 'malformed' },
      })
    const stored = await app.db.owner
      .selectFrom('webhook_event')
      .select('id')
      .where('id', '=', 'evt_forged')
      .execute()
    expect(stored).toEqual([])
  })

  it('that comes twice is one job', async () => {
    const buyer = await newBuyer(app)
    await endOwnJobs()
    const event = eventOf('evt_twice', { id: buyer.customer, object: 'customer' })
    for (let time = 0; time < 2; time += 1)
      expect(await post(...signed(event))).toMatchObject({ status: 200 })
    expect(await jobsOf(buyer.orgId)).toBe(1)
  })

  it('of a customer that is not ours, or of a type from the future, is accepted without effect', async () => {
    for (const event of [
      eventOf('evt_stranger', { id: 'cus_stranger', object: 'customer' }),
      eventOf('evt_future', { object: 'tomorrow' }, 'tomorrow.created'),
    ])
      expect(await post(...signed(event))).toMatchObject({ status: 200 })
  })

  it('in another shape is refused, so that Stripe shows it', async () => {
    const answer = await post(
      ...signed({ id: 'evt_odd', object: 'event', type: 'odd', data: null }),
    )
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid-input' } })
  })

  it('of a dispute, which names only the charge, finds its organisation', async () => {
    const buyer = await newBuyer(app, { card: 'pm_card_createDispute' })
    const invoice = await orderCredits(app, buyer, 100)
    await app.stripe.client.invoices.pay(invoice.id)
    await endOwnJobs()
    const { data } = await app.stripe.client.disputes.list({ limit: 1 })
    const { id, charge } = data[0] ?? { id: '', charge: '' }
    await post(
      ...signed(
        eventOf('evt_dispute', { id, object: 'dispute', charge }, 'charge.dispute.created'),
      ),
    )
    expect(await jobsOf(buyer.orgId)).toBe(1)
  })

  it('of a changed price refreshes ours', async () => {
    const { client } = app.stripe
    const { data } = await client.prices.list({ lookup_keys: ['growth_year_nzd'] })
    await client.prices.update(data[0]?.id ?? '', { active: false })
    await app.stripe.settled()
    const row = await app.db.owner
      .selectFrom('plan_price')
      .select('price_id')
      .where('lookup_key', '=', 'growth_year_nzd')
      .executeTakeFirst()
    expect(row).toBeUndefined()
  })

  it('is answered 503 where card payment is off', async () => {
    const off = await startTestApp({ companies: 0, people: 0 })
    const answer = await off.app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      payload: '{}',
    })
    await off.close()
    expect(answer.statusCode).toBe(503)
  })
})
