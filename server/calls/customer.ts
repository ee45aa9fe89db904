import * as z from 'zod/mini'
import { Policies, type Subscription } from '../../contract/org/customer.ts'
import { sourcesFlag } from '../../contract/org/sources.ts'
import { audit } from '../audit/audit.ts'
import type { Details } from '../billing/hand-over-details.ts'
import { invalid } from '../billing/parts.ts'
import { readTaxId } from '../billing/tax-id.ts'
import { balanceOf } from '../credits/account.ts'
import { accountNow } from '../credits/roll.ts'
import { customerOf, policiesOf, subscriptionOf } from '../customer/customer.ts'
import { activePlanOf, featuresOf } from '../plans/entitlements.ts'
import { membersOf } from '../members/list.ts'
import type { Plan } from '../plans/plan.ts'
import type { Handlers } from '../platform/http/context.ts'
import { asCustomer, changeCustomer, setDefaultCountry } from '../customer/store.ts'
import { operatorOf } from '../sources/store.ts'
import { ownOnly } from './own-only.ts'

type CustomerEndpoint =
  | 'customerFeatures'
  | 'customerInfo'
  | 'updateCustomer'
  | 'updateCountry'
  | 'customerMetadata'
  | 'activePlan'

export type CustomerParts = {
  now: () => number
  refresh(orgId: string): Promise<void>
  handOverName(orgId: string): Promise<void>
  /** To the payment provider, for its next invoices. */
  handOverDetails(orgId: string, details: Details): void
}

export const customerHandlers = (parts: CustomerParts): Handlers<CustomerEndpoint> => ({
  customerFeatures: (_, { inOrg, orgId }) =>
    inOrg(async (trx) => ({
      features: {
        ...(await featuresOf(trx)),
        ...((await operatorOf(trx)) === orgId && { [sourcesFlag]: { enabled: true } }),
      },
    })),
  customerInfo: async (_, { inOrg, orgId, role }) => {
    const known = await inOrg(customerOf)
    const refreshed = parts.refresh(orgId)
    // Wait for Clerk only if the members were never listed; otherwise show what is stored.
    if (!known?.listed_at) await refreshed
    return inOrg(async (trx) => ({
      customer: asCustomer(orgId, await customerOf(trx), { isAdmin: role === 'admin' }),
      members: await membersOf(trx),
      credits: balanceOf(await accountNow(trx, orgId, parts.now())),
    }))
  },
  updateCustomer: async ({ data: input }, context) => {
    const data = { ...input, taxId: checkedTaxId(input.taxId) }
    const { inOrg, orgId, afterwards } = context
    const row = await inOrg(async (trx) => {
      const before = policiesOf(await customerOf(trx))
      const changed = await changeCustomer(trx, orgId, data, parts.now())
      const after = policiesOf(changed)
      for (const policy of z.keyof(Policies).options)
        if (before[policy] !== after[policy])
          await audit(trx, context, {
            act: 'policies',
            subject: policy,
            details: { value: after[policy], valueBefore: before[policy] },
          })
      return changed
    })
    if (data.name !== undefined) afterwards(() => void parts.handOverName(orgId))
    const { name, billingEmail: email, taxId } = data
    if (name !== undefined || email !== undefined || taxId !== undefined)
      afterwards(() => parts.handOverDetails(orgId, { name, email, taxId }))
    return asCustomer(orgId, row, { isAdmin: true })
  },
  updateCountry: async (input, { inOrg, orgId }) => {
    ownOnly(input.orgId, orgId)
    const { defaultCountry } = input.data
    await inOrg((trx) => setDefaultCountry(trx, orgId, defaultCountry))
    return { defaultCountry }
  },
  customerMetadata: async (_, { inOrg, userId }) =>
    inOrg(async (trx) => {
      const customer = await customerOf(trx)
      const members = await membersOf(trx)
      const me = members.find((member) => member.userId === userId)
      return {
        metadata: {
          defaultCountry: customer?.default_country ?? null,
          caps: { cap: me?.cap ?? null, disabled: me?.disabled ?? [] },
          limits: limitsOf(await activePlanOf(trx)),
          ...policiesOf(customer),
        },
      }
    }),
  activePlan: async (input, { inOrg, orgId, role }) => {
    ownOnly(input.orgId, orgId)
    const subscription = await inOrg(subscriptionOf)
    return { subscription: role === 'admin' ? subscription : withoutCard(subscription) }
  },
})

/** The card and the bank's reason are for admins. */
const withoutCard = (subscription: Subscription | null): Subscription | null => {
  const billing = subscription?.billing
  const failed = billing?.failedPayment
  if (!subscription || !billing || !failed) return subscription
  const failedPayment = { ...failed, last4: null, reason: null }
  return { ...subscription, billing: { ...billing, failedPayment } }
}

const limitsOf = (plan: Plan | null) =>
  plan && {
    plan: plan.name,
    pinnedLists: plan.pinnedLists,
    rowsPerRequest: plan.rowsPerRequest,
    dataExchange: plan.dataExchange,
  }

const checkedTaxId = (text: string | null | undefined): string | null | undefined => {
  if (text === null || text === undefined || text.trim() === '')
    return text === undefined ? undefined : null
  const taxId = readTaxId(text)
  if (taxId === null)
    throw invalid('/data/taxId', 'This isn’t an ABN or a New Zealand GST number. Check the digits.')
  return taxId
}
