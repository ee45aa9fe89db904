import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepBilling } from '../../../server/billing/jobs.ts'
import { operateBilling, type BillingCommand } from '../../../server/billing/operating.ts'
import type { SyncParts } from '../../../server/billing/sync-customer.ts'
import { idOf } from '../../../emulators/stripe/wire.ts'
import { customerOf } from '../../../server/customer/customer.ts'
import { changeCustomer } from '../../../server/customer/store.ts'
import {
  newBuyer,
  orderCredits,
  startBillingApp,
  subscribe,
  type BillingApp,
  type Buyer,
} from '../../kit/billing.ts'

let app: BillingApp
let parts: SyncParts

beforeAll(async () => {
  app = await startBillingApp()
  const { db, payments, stripe } = app
  parts = { db, payments, now: () => stripe.time() * 1000, listeners: [] }
})
afterAll(() => app.close())

const catchUp = async (buyer: Buyer): Promise<void> => {
  await buyer.sync()
  await app.stripe.settled()
  await app.work()
  await sweepBilling(parts)
  await app.work()
}

describe('the hourly sweep', () => {
  it('finds what no webhook brought', async () => {
    const buyer = await newBuyer(app)
    await catchUp(buyer)
    app.stripe.spoilWebhooks({ lost: 1, random: () => 0 })
    const { id } = await subscribe(app, buyer, 'starter_month_aud', 2)
    app.stripe.spoilWebhooks(null)
    await app.stripe.settled()
    await app.work()
    expect(await buyer.row()).toBeNull()
    await sweepBilling(parts)
    await app.work()
    expect(await buyer.row()).toMatchObject({ id, status: 'active' })
  })

  it('asks again for an organisation whose jobs were given up', async () => {
    const buyer = await newBuyer(app)
    await catchUp(buyer)
    await app.db.asOrg(buyer.orgId, (trx) =>
      trx.updateTable('billing_customer').set({ synced_at: null }).execute(),
    )
    await sweepBilling(parts)
    await app.work()
    const row = await app.db.asOrg(buyer.orgId, (trx) =>
      trx.selectFrom('billing_customer').select('synced_at').executeTakeFirst(),
    )
    expect(row?.synced_at).not.toBeNull()
  })

  it('voids add-on credits unpaid for an hour, and no other invoice', async () => {
    const buyer = await newBuyer(app)
    const { client } = app.stripe
    const forgotten = await orderCredits(app, buyer, 100)
    const plan = await subscribe(app, buyer, 'starter_month_aud', 1, {
      payment_behavior: 'default_incomplete',
    })
    app.stripe.advance(3_700)
    const fresh = await orderCredits(app, buyer, 150)
    await sweepBilling(parts)
    const statusOf = async (id: string) => (await client.invoices.retrieve(id)).status
    expect(await statusOf(forgotten.id)).toBe('void')
    expect(await statusOf(fresh.id)).toBe('open')
    expect(await statusOf(idOf(plan.latest_invoice))).toBe('open')
  })
})

describe('billing address and tax id', () => {
  const ours = (buyer: Buyer) => app.db.asOrg(buyer.orgId, customerOf)

  it('that an admin changed here are handed over', async () => {
    const buyer = await newBuyer(app)
    await buyer.sync()
    expect(await ours(buyer)).toMatchObject({ billing_email: 'accounts@harbour.example' })
    await app.db.asOrg(buyer.orgId, (trx) =>
      changeCustomer(
        trx,
        buyer.orgId,
        { billingEmail: 'bills@harbour.example', taxId: '51824753556' },
        0,
      ),
    )
    await buyer.sync()
    const customer = await app.stripe.client.customers.retrieve(buyer.customer, {
      expand: ['tax_ids'],
    })
    expect(customer).toMatchObject({ email: 'bills@harbour.example' })
    expect('tax_ids' in customer && customer.tax_ids?.data[0]?.value.replaceAll(' ', '')).toBe(
      '51824753556',
    )
  })

  it('that were changed on Stripe’s page are taken', async () => {
    const buyer = await newBuyer(app)
    await buyer.sync()
    await app.stripe.client.customers.update(buyer.customer, { email: 'new@harbour.example' })
    await buyer.sync()
    expect(await ours(buyer)).toMatchObject({ billing_email: 'new@harbour.example' })
  })
})

describe('the operator’s command', () => {
  const run = (command: BillingCommand) => operateBilling(parts, command)

  it('reconciles all and says what changed', async () => {
    await run({ do: 'reconcile' })
    const buyer = await newBuyer(app)
    await subscribe(app, buyer, 'growth_month_aud', 4)
    const lines = await run({ do: 'reconcile' })
    expect(lines[0]).toMatch(new RegExp(`^${buyer.orgId}: no plan; now Growth for 4 users, active`))
    expect(lines.at(-1)).toMatch(/^Asked about \d+ organisations: 1 changed, 0 failed\.$/)
  })

  it('links a customer that was made at Stripe, and refuses one that another organisation has or Stripe does not', async () => {
    const buyer = await newBuyer(app)
    const other = await newBuyer(app)
    await subscribe(app, buyer, 'starter_month_aud', 1)
    const { id } = await app.stripe.client.customers.create({ name: 'Made by hand' })
    const link = (customer: string) => run({ do: 'link', organisation: buyer.orgId, customer })
    await expect(link(other.customer)).rejects.toThrow(/belongs to the organisation/)
    await expect(link('cus_unknown')).rejects.toThrow('Stripe has no customer cus_unknown.')
    expect(await link(id)).toEqual([expect.stringContaining(`is the customer ${id}`)])
  })

  it('shows plan, balance and customer', async () => {
    const buyer = await newBuyer(app)
    await subscribe(app, buyer, 'starter_month_aud', 1)
    await buyer.sync()
    const lines = await run({ do: 'show', organisation: buyer.orgId })
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Starter for 1 user, active'),
        'Balance: 200 credits',
        `Customer at Stripe: ${buyer.customer}`,
      ]),
    )
  })
})
