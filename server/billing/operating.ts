import * as z from 'zod/mini'
import type { Subscription } from '../../contract/org/customer.ts'
import { formatCredits } from '../credits/format-credits.ts'
import { subscriptionOf } from '../customer/customer.ts'
import { findOrganisation, type OrganisationRef } from '../customer/find-organisation.ts'
import { isProblem } from '../platform/http/problem-error.ts'
import { Refusal } from '../platform/refusal.ts'
import { setUpCatalog } from './set-up-catalog.ts'
import { syncCustomer, type SyncParts } from './sync-customer.ts'

const Organisation = z.string().check(z.minLength(1), z.maxLength(200))

export const BillingCommand = z.discriminatedUnion('do', [
  z.object({ do: z.literal('setup') }),
  z.object({ do: z.literal('reconcile'), organisation: z.optional(Organisation) }),
  z.object({
    do: z.literal('link'),
    organisation: Organisation,
    customer: z.string().check(z.regex(/^cus_\w{1,200}$/)),
  }),
  z.object({ do: z.literal('show'), organisation: Organisation }),
])
export type BillingCommand = z.infer<typeof BillingCommand>
type CommandTo<Do extends BillingCommand['do']> = Extract<BillingCommand, { do: Do }>

/** Resolves to lines for the operator; throws a Refusal. */
export const operateBilling = async (
  parts: SyncParts,
  command: BillingCommand,
): Promise<string[]> => {
  if (command.do === 'reconcile') return reconcile(parts, command)
  if (command.do === 'link') return link(parts, command)
  if (command.do === 'show') return show(parts, command)
  const lines = await setUpCatalog(parts.db, parts.payments)
  return lines.length === 0 ? ['Stripe has everything: nothing was changed.'] : lines
}

/** Asks Stripe about one organisation, or about all; one that fails does not stop the others. */
const reconcile = async (
  parts: SyncParts,
  { organisation }: CommandTo<'reconcile'>,
): Promise<string[]> => {
  const { db } = parts
  const wanted = organisation === undefined ? null : await findOrganisation(db, organisation)
  const customers = await db.owner
    .selectFrom('billing_customer')
    .select('org_id')
    .orderBy('org_id')
    .execute()
  const ids = customers
    .map(({ org_id: orgId }) => orgId)
    .filter((orgId) => wanted === null || wanted.orgId === orgId)
  if (wanted !== null && ids.length === 0)
    throw new Refusal(`${wanted.name} has no customer at Stripe. Use link.`)
  const lines: string[] = []
  let failed = 0
  for (const orgId of ids) {
    const before = await db.asOrg(orgId, subscriptionOf)
    try {
      const after = await syncCustomer(parts, orgId)
      if (JSON.stringify(before) !== JSON.stringify(after))
        lines.push(`${orgId}: ${describePlan(before)}; now ${describePlan(after)}.`)
    } catch (error) {
      failed += 1
      lines.push(`${orgId}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const count = ids.length === 1 ? '1 organisation' : `${ids.length} organisations`
  return [...lines, `Asked about ${count}: ${lines.length - failed} changed, ${failed} failed.`]
}

/** For a customer that an operator made at Stripe, or whose organisation was lost. */
const link = async (
  parts: SyncParts,
  { organisation, customer }: CommandTo<'link'>,
): Promise<string[]> => {
  const { db, payments } = parts
  const { orgId, name } = await findOrganisation(db, organisation)
  const owner = await db.owner
    .selectFrom('billing_customer')
    .select('org_id')
    .where('customer_id', '=', customer)
    .executeTakeFirst()
  if (owner && owner.org_id !== orgId)
    throw new Refusal(`${customer} belongs to the organisation ${owner.org_id} already.`)
  if (!(await exists(parts, customer))) throw new Refusal(`Stripe has no customer ${customer}.`)
  await payments.call((stripe) => stripe.customers.update(customer, { metadata: { orgId } }))
  await db.asOrg(orgId, (trx) =>
    trx
      .insertInto('billing_customer')
      .values({ org_id: orgId, customer_id: customer })
      .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ customer_id: customer }))
      .execute(),
  )
  const row = await syncCustomer(parts, orgId)
  return [`${name} is the customer ${customer}: ${describePlan(row)}.`]
}

const exists = async ({ payments }: SyncParts, customer: string): Promise<boolean> => {
  try {
    const found = await payments.call((stripe) => stripe.customers.retrieve(customer))
    return found.deleted !== true
  } catch (error) {
    if (isProblem(error, 'not-found')) return false
    throw error
  }
}

const show = async ({ db }: SyncParts, { organisation }: CommandTo<'show'>): Promise<string[]> => {
  const { orgId, name } = await findOrganisation(db, organisation)
  return db.asOrg(orgId, async (trx) => {
    const customer = await trx.selectFrom('billing_customer').selectAll().executeTakeFirst()
    const account = await trx.selectFrom('credit_account').select('posted').executeTakeFirst()
    const subscription = await subscriptionOf(trx)
    return [
      ...linesOf({ orgId, name }, subscription),
      `Balance: ${formatCredits(account?.posted ?? 0)}`,
      `Customer at Stripe: ${customer?.customer_id ?? 'none'}`,
      ...(customer ? [`Asked last: ${customer.synced_at?.toISOString() ?? 'never'}`] : []),
    ]
  })
}

const linesOf = ({ orgId, name }: OrganisationRef, subscription: Subscription | null): string[] => [
  `${name} (${orgId}): ${describePlan(subscription)}`,
  ...(subscription === null ? [] : [`Subscription: ${JSON.stringify(subscription)}`]),
]

const describePlan = (subscription: Subscription | null): string => {
  if (subscription === null) return 'no plan'
  const { status, metadata } = subscription
  if (metadata === null) return status
  const { plan_name: plan, seats, periodEnd } = metadata
  return `${plan} for ${seats === 1 ? '1 user' : `${seats} users`}, ${status}, paid through ${periodEnd}`
}
