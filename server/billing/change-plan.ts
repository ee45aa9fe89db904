import type { Stripe } from 'stripe'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Context } from '../platform/http/context.ts'
import type { Proration } from '../../contract/money/billing.ts'
import { dropPendingChange, isEnding, itemOf, readLive } from './live-subscription.ts'
import {
  dropScheduledChange,
  noDeferredChange,
  deferChange,
  readScheduledChange,
  scheduleChange,
} from './scheduled-change.ts'
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
    const keyOf = (step: string) => stripeKey(context, step)
    if (isAlready(change)) {
      await dropScheduledChange(stripe, live)
      return nothingToPay
    }
    if (isPending(change)) {
      const payment = await paymentOfLatest(stripe, change)
      if (payment.status !== 'declined') return payment
      await dropPendingChange(stripe, live)
    }
    checkChangeable(change)
    await checkPrice(stripe, change, agreed, now())
    if (!beginsNow(change)) {
      await dropPendingChange(stripe, live)
      await scheduleChange(stripe, change, keyOf)
      return nothingToPay
    }
    if (agreed.total > 0) await checkCard(stripe, live)
    await dropPendingChange(stripe, live)
    const planned = await readScheduledChange(stripe, live)
    if (planned !== null) await deferChange(stripe, live, planned, now())
    const item = itemOf(live)
    await stripe.subscriptions.update(
      live.id,
      {
        items: [{ id: item.id, price: change.priceId, quantity: change.seats }],
        proration_behavior: 'always_invoice',
        proration_date: agreed.prorationDate,
        payment_behavior: 'pending_if_incomplete',
        off_session: false,
        metadata: noDeferredChange,
      },
      keyOf('change'),
    )
    const after = await readLive(stripe, live.id)
    if (isAlready({ ...change, live: after })) return nothingToPay
    const payment = await paymentOfLatest(stripe, { ...change, live: after })
    // A repeated press may find the change declined and dropped before.
    if (payment.status !== 'declined' && after.pending_update !== null) return payment
    // It must not begin by itself when another card is charged later.
    await dropPendingChange(stripe, after)
    if (planned !== null) await scheduleChange(stripe, { live: after, ...planned }, keyOf)
    return { ...payment, status: 'declined', clientSecret: null, url: null }
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
