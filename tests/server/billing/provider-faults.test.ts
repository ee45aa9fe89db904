import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPayments } from '../../../server/platform/vendors/payments.ts'
import { company, payingCompany, type Paying } from '../../kit/billing-customers.ts'
import { startBillingApp, type BillingApp } from '../../kit/billing.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'

let billing: BillingApp
let paying: Paying

beforeAll(async () => {
  billing = await startBillingApp()
  paying = await payingCompany(billing, 'org_unlucky')
})
afterAll(() => billing.close())

const agreed = async (qty: number) => {
  const { body } = await paying.post(`/subscription/${paying.plan.id}/preview-prorata`, {
    customerId: paying.plan.customer,
    subscriptionItemId: paying.plan.items.data[0]?.id,
    priceId: 'growth_month_aud',
    qty,
  })
  return { priceId: 'growth_month_aud', qty, prorationDate: body.prorationDate, total: body.total }
}
const credits = {
  totalCredits: 500,
  amount: 17_500,
  pricePerCredit: 35,
  priceId: 'addon_100_aud',
  useCard: true,
}
const invoices = async () =>
  (await billing.stripe.client.invoices.list({ customer: paying.customer })).data

describe('a provider whose answers are lost', () => {
  it('charges a change of plan once', async () => {
    const before = (await invoices()).length
    const body = await agreed(5)
    billing.stripe.faults.begin({
      kind: 'lost',
      method: 'POST',
      path: '/v1/subscriptions',
      times: 2,
    })
    const done = await paying.post(`/subscription/${paying.plan.id}/change`, body)
    expect(done).toMatchObject({ status: 200, body: { status: 'done' } })
    expect(await invoices()).toHaveLength(before + 1)
  })

  it('sells credits once, whichever step is lost, and again when the same request is sent', async () => {
    const before = (await invoices()).length
    const key = crypto.randomUUID()
    const path = `/customer/${paying.orgId}/addon-credits-payment-intent`
    for (const step of ['/v1/invoices', '/v1/invoiceitems', '/v1/invoices'])
      billing.stripe.faults.begin({ kind: 'lost', method: 'POST', path: step, times: 1 })
    billing.stripe.faults.begin({ kind: 'failing', path: '/v1/invoices/', times: 3 })
    const first = await paying.post(path, credits, key)
    expect(first).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    const second = await paying.post(path, credits, key)
    expect(second.body).toMatchObject({ status: 'done', total: 19_250 })
    await billing.db.owner.deleteFrom('idem').where('key', '=', key).execute()
    expect((await paying.post(path, credits, key)).body).toEqual(second.body)
    expect(await invoices()).toHaveLength(before + 1)
  })
})

describe('a provider that is down, refuses or answers nonsense', () => {
  const answers: Record<string, RequestListener> = {
    down: (_, reply) => void reply.writeHead(503).end('{}'),
    overloaded: (_, reply) => void reply.writeHead(429).end('{"error":{"type":"rate_limit"}}'),
    'a page': (_, reply) => void reply.writeHead(200).end('<html>Hello</html>'),
    'an empty object': (_, reply) => void reply.writeHead(200).end('{}'),
    'a revoked key': (_, reply) =>
      void reply.writeHead(401).end('{"error":{"type":"invalid_request_error"}}'),
    'a request it no longer takes': (_, reply) =>
      void reply.writeHead(400).end('{"error":{"type":"invalid_request_error","param":"items"}}'),
  }
  let answer: RequestListener = (_, reply) => void reply.end()
  let server: Server
  let app: TestApp
  beforeAll(async () => {
    server = createServer((request, reply) => {
      request.resume()
      answer(request, reply)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // A server that listens on a port has such an address.
    const { port } = server.address() as AddressInfo
    const payments = openPayments({
      secretKey: 'sk_test_x',
      publishableKey: 'pk_test_x',
      webhookSecrets: [],
      tax: 'rates',
      api: { host: '127.0.0.1', port, protocol: 'http' },
      scriptUrl: undefined,
    })
    const now = () => billing.stripe.time() * 1000
    app = await startTestApp({ db: billing.db, companies: 0, people: 0, parts: { payments, now } })
  })
  afterAll(async () => {
    await app.app.close()
    server.close()
  })

  it.each(Object.keys(answers))('answers unavailable to every call: %s', async (name) => {
    answer = answers[name] ?? answer
    const { id, customer, items } = paying.plan
    const buyer = company(billing, 'org_unlucky_buyer')
    const item = items.data[0]?.id
    const calls: [string, string, object | undefined, Paying['as']][] = [
      ['GET', `/customer/${paying.orgId}/invoices`, undefined, paying.as],
      ['GET', `/customer/${paying.orgId}/payment-method`, undefined, paying.as],
      ['POST', '/customer-portal', { orgId: paying.orgId, return_section: 'plan' }, paying.as],
      ['POST', `/customer/${paying.orgId}/addon-credits-payment-intent`, credits, paying.as],
      [
        'POST',
        `/subscription/${id}/preview-prorata`,
        { customerId: customer, subscriptionItemId: item, priceId: 'growth_month_aud', qty: 7 },
        paying.as,
      ],
      [
        'POST',
        `/subscription/${id}/change`,
        { priceId: 'growth_month_aud', qty: 7, prorationDate: 0, total: 0 },
        paying.as,
      ],
      ['POST', `/subscription/${id}/cancel`, {}, paying.as],
      ['POST', `/subscription/${id}/resume`, {}, paying.as],
      [
        'POST',
        '/checkout',
        { orgId: buyer.orgId, isTrialMode: false, price: 'growth_month_aud' },
        buyer.as,
      ],
    ]
    const codes = await Promise.all(
      calls.map(async ([method, path, body, as]) => {
        const headers = { 'idempotency-key': crypto.randomUUID() }
        const { body: problem } = await app.ask(method as 'GET', path, body, { as, headers })
        return `${path} ${problem.code}`
      }),
    )
    expect(codes).toEqual(calls.map(([, path]) => `${path} unavailable`))
  })
})
