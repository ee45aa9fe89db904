import * as z from 'zod/mini'
import type { billingEndpoints, Proration } from '../../contract/money/billing.ts'
import { links } from '../../contract/links.ts'
import type { BillingCountry } from '../../contract/money/plans.ts'
import { isPaidPlan, type Subscription } from '../../contract/org/customer.ts'
import { audit, type Deed } from '../audit/audit.ts'
import { readAddonPlan } from '../billing/addon.ts'
import { PortalSession } from '../billing/answers.ts'
import { buyCredits, checkPurchase } from '../billing/buy-credits.ts'
import { billingSetting } from '../billing/catalog.ts'
import { changePlan } from '../billing/change-plan.ts'
import { customerIdOf } from '../billing/customer-id.ts'
import { cancelPlan, resumePlan } from '../billing/end-plan.ts'
import { asInvoice, listInvoices, readPlanNames } from '../billing/invoices.ts'
import { readLive } from '../billing/live-subscription.ts'
import { invalid, paymentOff, type BillingParts } from '../billing/parts.ts'
import { enqueueBilling } from '../billing/jobs.ts'
import { paymentOf } from '../billing/pay-invoice.ts'
import { asPaymentMethod, readMethod } from '../billing/payment-method.ts'
import { checkSeats, readPlanPrice, stripePriceId } from '../billing/prices.ts'
import {
  isProrationDate,
  previewChange,
  previewFirst,
  prorationDateOf,
  type Change,
} from '../billing/proration.ts'
import { subscriptionOf } from '../customer/customer.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { keyMissing } from '../platform/http/idempotency.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import { readPlan } from '../plans/plan.ts'
import { ownOnly } from './own-only.ts'

type Trx = Parameters<Parameters<Context['inOrg']>[0]>[0]

/** `payments` is null where plans are given by an operator only. */
export type BillingCalls = Omit<BillingParts, 'payments'> & {
  payments: BillingParts['payments'] | null
}

export const billingHandlers = (parts: BillingCalls): Handlers<keyof typeof billingEndpoints> => {
  const open = (): BillingParts => openBilling(parts)
  const { now, origin, sync } = parts
  return {
    addonPlan: async ({ subscriptionId, billingCountry }, { inOrg }) =>
      inOrg(async (trx) => {
        const subscription = await ownSubscription(trx, subscriptionId)
        const country = billingCountry ?? countryOf(subscription)
        checkCountry(subscription, country, '/billingCountry')
        return { plan: await sellable(trx, country) }
      }),
    buyCredits: async (input, context) => {
      ownOnly(input.orgId, context.orgId)
      // A repeat without a key would charge the card again.
      if (input.useCard && !context.isKeyed) throw keyMissing()
      const country = input.currency === 'NZD' ? 'NZ' : 'AU'
      const { plan, subscription } = await context.inOrg(async (trx) => ({
        plan: await sellable(trx, country),
        subscription: await subscriptionOf(trx),
      }))
      if (subscription !== null) checkCountry(subscription, country, '/currency')
      checkPurchase(plan, input)
      const invoice = await buyCredits(open(), context, {
        plan,
        country,
        credits: input.totalCredits,
        subscription: subscription !== null && isPaidPlan(subscription) ? subscription.id : null,
        useCard: input.useCard,
      })
      await auditIn(context, {
        act: 'credits-ordered',
        subject: invoice.id,
        details: { credits: input.totalCredits },
      })
      // It is paid, so whatever fails now must not ask for it again.
      if (invoice.status === 'paid')
        await sync(context.orgId).catch(() => enqueueBilling(parts.db, context.orgId))
      const net = invoice.total_excluding_tax ?? invoice.subtotal
      return {
        ...paymentOf(invoice),
        invoiceId: invoice.id,
        amount: net,
        tax: invoice.total - net,
        total: invoice.total,
        currency: plan.currency,
      }
    },
    customerPortal: async ({ orgId, return_section: section }, context) => {
      ownOnly(orgId, context.orgId)
      const { payments } = open()
      const { customer, configuration } = await context.inOrg(async (trx) => ({
        customer: await customerIdOf(trx),
        configuration: await billingSetting(trx, 'portal'),
      }))
      if (customer === null)
        throw new ProblemError(
          'not-found',
          'There’s no card or invoice yet. They’ll be here after your first payment.',
        )
      const back = `${origin}${links.billing()}`
      return payments.call(async (stripe) => {
        const session = await stripe.billingPortal.sessions.create({
          customer,
          return_url: back,
          locale: 'en-AU',
          ...(configuration !== null && { configuration }),
          ...(section === 'payment' && {
            flow_data: {
              type: 'payment_method_update',
              after_completion: { type: 'redirect', redirect: { return_url: back } },
            },
          }),
        })
        return z.parse(PortalSession, session)
      })
    },
    invoices: async ({ orgId }, context) => {
      ownOnly(orgId, context.orgId)
      const { customer, names } = await context.inOrg(async (trx) => ({
        customer: await customerIdOf(trx),
        names: await readPlanNames(trx),
      }))
      if (customer === null || parts.payments === null) return { invoices: [] }
      const found = await parts.payments.call((stripe) => listInvoices(stripe, customer))
      return { invoices: found.flatMap((invoice) => asInvoice(invoice, names) ?? []) }
    },
    paymentMethod: async ({ orgId }, context) => {
      ownOnly(orgId, context.orgId)
      const { customer, subscription } = await context.inOrg(async (trx) => ({
        customer: await customerIdOf(trx),
        subscription: await subscriptionOf(trx),
      }))
      if (customer === null || parts.payments === null) return { paymentMethod: null }
      const id = subscription !== null && isPaidPlan(subscription) ? subscription.id : null
      const method = await parts.payments.call((stripe) =>
        readMethod(stripe, { customer, subscription: id }),
      )
      return { paymentMethod: method && asPaymentMethod(method) }
    },
    previewProrata: async (input, { inOrg }): Promise<Proration> => {
      const { subscription, price } = await inOrg(async (trx) => ({
        subscription: await ownSubscription(trx, input.id),
        price: await readPlanPrice(trx, input.priceId, '/priceId'),
      }))
      if (
        input.customerId !== subscription.customer ||
        input.subscriptionItemId !== subscription.items.data[0]?.id
      )
        throw notFound()
      checkSeats(price.plan, input.qty, '/qty')
      if (!isPaidPlan(subscription)) return previewFirst(price, input.qty, now())
      const billing = open()
      const change = await readChange(billing, inOrg, subscription, input)
      const date = input.prorationDate ?? prorationDateOf(change.live, now())
      if (!isProrationDate(change.live, date))
        throw invalid('/prorationDate', 'Choose a moment in the current period.')
      return billing.payments.call((stripe) => previewChange(stripe, change, date))
    },
    changePlan: async (input, context) => {
      const { inOrg, orgId } = context
      const { subscription, price } = await inOrg(async (trx) => ({
        subscription: await ownSubscription(trx, input.id),
        price: await readPlanPrice(trx, input.priceId, '/priceId'),
      }))
      checkSeats(price.plan, input.qty, '/qty')
      const billing = open()
      checkPaid(subscription, 'Your trial isn’t paid for. Choose a plan first.')
      const change = await readChange(billing, inOrg, subscription, input)
      const { status, url, reason } = await changePlan(billing, context, change, input)
      const after = await synced(billing, orgId)
      if (status === 'done')
        await auditIn(context, {
          act: 'plan',
          subject: input.id,
          details: { plan: price.plan.name, seats: input.qty, interval: price.interval },
        })
      return { subscription: after, status, url, reason }
    },
    cancelPlan: async ({ id }, context) => {
      const { subscription, billing } = await paidPlan(open, context, id)
      checkPaid(subscription, 'There’s nothing to cancel: this plan ends by itself.')
      await cancelPlan(billing, context, id)
      const after = await synced(billing, context.orgId)
      const until = after.billing?.endsAt ?? after.metadata?.periodEnd ?? ''
      await auditIn(context, {
        act: 'plan',
        subject: id,
        details: { plan: after.plan.metadata.plan_name, until: until.slice(0, 10) },
      })
      return { subscription: after }
    },
    resumePlan: async ({ id }, context) => {
      const { subscription, billing } = await paidPlan(open, context, id)
      checkPaid(subscription, 'There’s nothing to take back.')
      await resumePlan(billing, context, id)
      const after = await synced(billing, context.orgId)
      await auditIn(context, {
        act: 'plan',
        subject: id,
        details: { plan: after.plan.metadata.plan_name, resumed: true },
      })
      return { subscription: after }
    },
  }
}

const openBilling = ({ payments, ...parts }: BillingCalls): BillingParts => {
  if (payments === null) throw paymentOff()
  return { ...parts, payments }
}

const ownSubscription = async (trx: Trx, id: string): Promise<Subscription> => {
  const subscription = await subscriptionOf(trx)
  if (subscription?.id !== id) throw notFound()
  return subscription
}

const paidPlan = async (
  open: () => BillingParts,
  { inOrg }: Context,
  id: string,
): Promise<{ subscription: Subscription; billing: BillingParts }> => ({
  subscription: await inOrg((trx) => ownSubscription(trx, id)),
  billing: open(),
})

const checkPaid = (subscription: Subscription, detail: string): void => {
  if (!isPaidPlan(subscription)) throw new ProblemError('feature-disabled', detail)
}

const countryOf = ({ billingCountry }: Subscription): BillingCountry =>
  billingCountry === 'NZ' ? 'NZ' : 'AU'

/** A paid plan has settled the currency; a trial has not. */
const checkCountry = (
  subscription: Subscription,
  country: BillingCountry,
  pointer: string,
): void => {
  if (isPaidPlan(subscription) && countryOf(subscription) !== country)
    throw invalid(pointer, `Your company pays in ${subscription.billingCurrency}.`)
}

const sellable = async (trx: Trx, country: BillingCountry) => {
  const plan = await readAddonPlan(trx, country)
  if (plan === null)
    throw new ProblemError('payment-unavailable', 'We don’t sell add-on credits. Contact sales.')
  return plan
}

const readChange = async (
  { payments }: BillingParts,
  inOrg: Context['inOrg'],
  subscription: Subscription,
  { priceId, qty }: { priceId: string; qty: number },
): Promise<Change> => {
  const { price, stripePrice, current } = await inOrg(async (trx) => {
    const chosen = await readPlanPrice(trx, priceId, '/priceId')
    checkCountry(subscription, chosen.country, '/priceId')
    return {
      price: chosen,
      stripePrice: await stripePriceId(trx, chosen),
      current: (await readPlan(trx, subscription.planBucketId)) ?? null,
    }
  })
  const live = await payments.call((stripe) => readLive(stripe, subscription.id))
  return { live, current, price, priceId: stripePrice, seats: qty }
}

const synced = async ({ sync }: BillingParts, orgId: string): Promise<Subscription> => {
  const subscription = await sync(orgId)
  if (subscription === null) throw new Error('The plan that was changed is not there.')
  return subscription
}

const auditIn = (context: Context, deed: Deed): Promise<void> =>
  context.inOrg((trx) => audit(trx, context, deed))
