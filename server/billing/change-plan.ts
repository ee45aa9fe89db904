import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Context } from '../platform/http/context.ts'
import type { Proration } from '../../contract/money/billing.ts'
import { Identified } from './answers.ts'
import {
  dropPendingChange,
  dropScheduledChange,
  isEnding,
  itemOf,
  readLive,
} from './live-subscription.ts'
import { invalid, stripeKey, type BillingParts } from './parts.ts'
import { paymentOf, readInvoice, type Payment } from './pay-invoice.ts'
import { readMethod } from './payment-method.ts'
import {
  beginsNow,
  isAlready,
  isProrationDate,
  previewChange,
  prorationDateOf,
  type Change,
} from './proration.ts'

const nothingToPay: Payment = {
  status: 'done',
  clientSecret: null,
  paymentIntentId: null,
  url: null,
  reason: null,
}

const maxAgeSeconds = 300

/**
 * A larger plan begins once its invoice is paid; a smaller one with the next period. Already as wanted is done, so that a lost
 * answer can be asked for again. Throws `price-changed` with a new preview if `total` is not what it costs.
 */
export const changePlan = async (
  { payments, now }: BillingParts,
  context: Context,
  change: Change,
  agreed: Pick<Proration, 'prorationDate' | 'total'>,
): Promise<Payment> =>
  payments.call(async (stripe) => {
    const { live } = change
    if (isAlready(change)) {
      await dropScheduledChange(stripe, live)
      return nothingToPay
    }
    if (isPending(change)) return paymentOfLatest(stripe, change)
    checkChangeable(change)
    await checkPrice(stripe, change, agreed, now())
    if (!beginsNow(change)) {
      await dropPendingChange(stripe, live)
      await scheduleChange(stripe, context, change)
      return nothingToPay
    }
    if (agreed.total > 0) await checkCard(stripe, live)
    await dropPendingChange(stripe, live)
    await dropScheduledChange(stripe, live)
    const item = itemOf(live)
    await stripe.subscriptions.update(
      live.id,
      {
        items: [{ id: item.id, price: change.priceId, quantity: change.seats }],
        proration_behavior: 'always_invoice',
        proration_date: agreed.prorationDate,
        payment_behavior: 'pending_if_incomplete',
        off_session: false,
      },
      stripeKey(context, 'change'),
    )
    const after = await readLive(stripe, live.id)
    if (after.pending_update === null) return nothingToPay
    const payment = await paymentOfLatest(stripe, { ...change, live: after })
    // A declined change ends here: it must not begin by itself when another card is charged later.
    if (payment.status !== 'declined') return payment
    await dropPendingChange(stripe, after)
    return { ...payment, clientSecret: null, url: null }
  })

const isPending = ({ live, priceId, seats }: Change): boolean =>
  live.pending_update?.subscription_items?.some(
    ({ price, quantity }) => price.id === priceId && quantity === seats,
  ) === true

const paymentOfLatest = async (stripe: Stripe, { live }: Change): Promise<Payment> =>
  live.latest_invoice === null
    ? nothingToPay
    : paymentOf(await readInvoice(stripe, live.latest_invoice))

const checkChangeable = ({ live }: Change): void => {
  if (live.status !== 'active')
    throw new ProblemError(
      'payment-declined',
      'Your last payment failed. Update your card, then change your plan.',
    )
  if (isEnding(live)) throw invalid('/id', 'Your plan is cancelled. Keep it, then change it.')
}

const checkCard = async (stripe: Stripe, { id, customer }: Change['live']): Promise<void> => {
  if ((await readMethod(stripe, { customer, subscription: id })) === null)
    throw new ProblemError(
      'payment-declined',
      'There’s no card on file. Add one, then change your plan.',
    )
}

const checkPrice = async (
  stripe: Stripe,
  change: Change,
  { prorationDate, total }: Pick<Proration, 'prorationDate' | 'total'>,
  now: number,
): Promise<void> => {
  const current = prorationDateOf(change.live, now)
  const isRecent =
    Math.abs(current - prorationDate) <= maxAgeSeconds &&
    isProrationDate(change.live, prorationDate)
  const preview = await previewChange(stripe, change, isRecent ? prorationDate : current)
  if (isRecent && preview.total === total) return
  throw new ProblemError('price-changed', 'The price has changed. Check it and try again.', {
    more: { preview },
  })
}

/** Two phases: the rest of this period as it is, then the smaller plan, which goes on by itself. */
const scheduleChange = async (
  stripe: Stripe,
  context: Context,
  { live, priceId, seats }: Change,
): Promise<void> => {
  const item = itemOf(live)
  const schedule =
    live.schedule ??
    z.parse(
      Identified,
      await stripe.subscriptionSchedules.create(
        { from_subscription: live.id },
        stripeKey(context, 'schedule'),
      ),
    ).id
  const same = {
    proration_behavior: 'none' as const,
    discounts: live.discounts.map((discount) => ({ discount })),
    ...(live.automatic_tax.enabled
      ? { automatic_tax: { enabled: true } }
      : { default_tax_rates: live.default_tax_rates ?? [] }),
  }
  await stripe.subscriptionSchedules.update(
    schedule,
    {
      end_behavior: 'release',
      phases: [
        {
          ...same,
          items: [{ price: item.price.id, quantity: item.quantity ?? 1 }],
          start_date: item.current_period_start,
          end_date: item.current_period_end,
        },
        { ...same, items: [{ price: priceId, quantity: seats }] },
      ],
    },
    stripeKey(context, 'phases'),
  )
}
