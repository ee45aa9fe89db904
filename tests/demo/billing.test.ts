import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemoBilling } from '../../demo/billing.ts'
import { seedDemoCustomers } from '../../demo/customers.ts'
import { listInvoices } from '../../server/billing/invoices.ts'
import { setUpCatalog } from '../../server/billing/set-up-catalog.ts'
import { accountNow } from '../../server/credits/roll.ts'
import { subscriptionOf } from '../../server/customer/customer.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { harbour, southern, today } from '../kit/app.ts'
import { paymentsTo } from '../kit/billing.ts'
import { freshDatabase } from '../kit/database.ts'
import { startStripe, type StartedStripe } from '../kit/stripe/start.ts'

const now = Date.parse(`${today}T01:00:00Z`)
const organisations = [{ ...harbour, bucket: 'bkt_growth' }, southern]

let db: Database
let stripe: StartedStripe

beforeAll(async () => {
  stripe = await startStripe({ now: () => now })
  db = await freshDatabase()
  await setUpCatalog(
    db,
    paymentsTo(stripe, () => now),
  )
})
afterAll(async () => {
  await db.close()
  await stripe.close()
})

const start = async (): Promise<void> => {
  await seedDemoBilling(
    { db, payments: paymentsTo(stripe, () => now), now: () => now },
    organisations,
  )
  await seedDemoCustomers(db, organisations, now)
}

const stateOf = async (orgId: string) => {
  const { customer, ...state } = await db.asOrg(orgId, async (trx) => {
    const subscription = await subscriptionOf(trx)
    const account = await accountNow(trx, orgId, now)
    const row = await trx.selectFrom('billing_customer').selectAll().executeTakeFirstOrThrow()
    return {
      customer: row.customer_id,
      provider: subscription?.billing?.provider ?? 'own',
      status: subscription?.status,
      plan: subscription?.metadata?.plan_name,
      credits: account?.posted,
    }
  })
  const payments = paymentsTo(stripe, () => now)
  const invoices = await payments.call((client) => listInvoices(client, customer))
  const { data: cards } = await payments.call((client) =>
    client.customers.listPaymentMethods(customer),
  )
  return {
    ...state,
    invoices: invoices.map(({ status, currency }) => `${status} ${currency}`),
    cards: cards.length,
  }
}

describe('the billing of the demo', () => {
  it('is a plan that Stripe renews and a trial with bought credits, made once', async () => {
    await start()
    await start()
    expect(await stateOf(harbour.id)).toEqual({
      provider: 'stripe',
      status: 'active',
      plan: 'Growth',
      credits: 1_800,
      invoices: ['paid aud'],
      cards: 1,
    })
    expect(await stateOf(southern.id)).toEqual({
      provider: 'own',
      status: 'trialing',
      plan: 'Trial',
      credits: 150,
      invoices: ['paid nzd'],
      cards: 1,
    })
  })
})
