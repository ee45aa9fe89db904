import type { Stripe } from 'stripe'
import { opensApp, type Subscription } from '../../../contract/org/customer.ts'
import { addonProductId } from '../../../server/billing/catalog.ts'
import { syncCustomer, type SyncParts } from '../../../server/billing/sync-customer.ts'
import { idOf } from '../../../emulators/stripe/wire.ts'
import { auditAccount } from '../../../server/credits/audit.ts'
import { subscriptionOf } from '../../../server/customer/customer.ts'
import { creditsWanted } from './credits-wanted.ts'
import type { Walker } from './walk.ts'

/** What does not agree with the provider's own record. */
export type Verdict = {
  grantedUnpaid: string[]
  paidNotGranted: string[]
  doubled: string[]
  diverged: string[]
}

const live = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused'])

/** Compares plan and ledger with what the provider says was paid, without the code that wrote them. */
export const judge = async (walker: Walker, sync: SyncParts): Promise<Verdict> => {
  const { db, orgId, client, stripe } = walker
  const verdict: Verdict = { grantedUnpaid: [], paidNotGranted: [], doubled: [], diverged: [] }
  const row = await db.asOrg(orgId, subscriptionOf)
  const customer = await db.asOrg(orgId, (trx) =>
    trx.selectFrom('billing_customer').select('customer_id').executeTakeFirst(),
  )
  const entries = await db.asOrg(orgId, (trx) =>
    trx
      .selectFrom('credit_entry')
      .select(['kind', 'n', 'delta', 'source_ref'])
      .where('org_id', '=', orgId)
      .execute(),
  )
  const granted = (matches: (ref: string) => boolean): number =>
    entries
      .filter(({ source_ref: ref }) => ref !== null && matches(ref))
      .reduce((sum, { delta }) => sum + delta, 0)
  const compare = (what: string, found: number, wanted: number): void => {
    if (found > wanted) verdict.grantedUnpaid.push(`${what}: ${found}, paid ${wanted}`)
    if (found < wanted) verdict.paidNotGranted.push(`${what}: ${found}, paid ${wanted}`)
  }
  if (customer) {
    const all = { customer: customer.customer_id, limit: 100 }
    const subscriptions = await client.subscriptions
      .list({ ...all, status: 'all' })
      .autoPagingToArray({ limit: 1_000 })
    const invoices = await client.invoices
      .list({ ...all, expand: ['data.payments'] })
      .autoPagingToArray({ limit: 1_000 })
    for (const subscription of subscriptions)
      compare(
        subscription.id,
        granted((ref) => ref.startsWith(`${subscription.id}/`)),
        creditsWanted(subscription, invoices, stripe.time()),
      )
    const addons = invoices.filter(isAddon)
    for (const invoice of addons)
      compare(
        invoice.id,
        granted((ref) => ref === `stripe/${invoice.id}` || ref.startsWith(`stripe/${invoice.id}/`)),
        await addonWanted(client, invoice),
      )
    if (addons.length > walker.presses)
      verdict.doubled.push(`${addons.length} invoices for ${walker.presses} purchases of credits`)
    const running = subscriptions.filter(({ status }) => live.has(status))
    if (running.length > 1) verdict.doubled.push(`${running.length} plans at once`)
    verdict.diverged.push(...differences(row, running, stripe.time() * 1000))
  }
  if (entries.length > 0) {
    const mismatches = await db.asOrg(orgId, (trx) => auditAccount(trx, orgId))
    verdict.diverged.push(...mismatches.map(({ check }) => check))
  }
  await syncCustomer(sync, orgId)
  const again = JSON.stringify(await db.asOrg(orgId, subscriptionOf))
  if (again !== JSON.stringify(row))
    verdict.diverged.push(`asked again ${JSON.stringify(row)} is ${again}`)
  return verdict
}

const differences = (
  row: Subscription | null,
  running: readonly Stripe.Subscription[],
  now: number,
): string[] => {
  const [plan] = running
  if (plan === undefined)
    return row?.billing?.provider === 'stripe' && opensApp(row, now) ? ['open without a plan'] : []
  const { quantity = 1, price } = plan.items.data[0] ?? { price: null }
  const found = [row?.id, row?.status, row?.metadata?.seats, row?.plan.product]
  const wanted = [plan.id, plan.status, quantity, idOf(price?.product)]
  return JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`the plan is ${found.join(' ')}, the provider’s ${wanted.join(' ')}`]
}

const isAddon = ({ lines }: Stripe.Invoice): boolean => creditsOf(lines.data) > 0

const creditsOf = (lines: readonly Stripe.InvoiceLineItem[]): number =>
  lines
    .filter(({ pricing }) => pricing?.price_details?.product === addonProductId)
    .reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)

const addonWanted = async (client: Stripe, invoice: Stripe.Invoice): Promise<number> => {
  if (invoice.status !== 'paid') return 0
  const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent)
  const refunds = await client.refunds.list({ payment_intent: intent, limit: 100 })
  const disputes = await client.disputes.list({ payment_intent: intent, limit: 100 })
  const lost = [
    ...refunds.data.filter(({ status }) => status === 'succeeded'),
    ...disputes.data.filter(({ status }) => status !== 'won'),
  ].reduce((sum, { amount }) => sum + amount, 0)
  const credits = creditsOf(invoice.lines.data)
  return credits - Math.floor(credits * Math.min(1, lost / invoice.total))
}
