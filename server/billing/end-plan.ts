import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { hasEnded } from '../../contract/org/customer.ts'
import type { Context } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { IdentifiedList } from './answers.ts'
import { dropPendingChange, isEnding, readLive } from './live-subscription.ts'
import { stripeKey, type BillingParts } from './parts.ts'
import { dropScheduledChange } from './scheduled-change.ts'

/** With the paid period; at once if its payment failed. Again is no change. */
export const cancelPlan = (
  { payments }: BillingParts,
  context: Context,
  id: string,
): Promise<void> =>
  payments.call(async (stripe) => {
    const live = await readLive(stripe, id)
    if (hasEnded(live) || isEnding(live)) return
    await dropPendingChange(stripe, live)
    await dropScheduledChange(stripe, live)
    if (live.status === 'active')
      await stripe.subscriptions.update(
        id,
        { cancel_at_period_end: true },
        stripeKey(context, 'cancel'),
      )
    else {
      await stripe.subscriptions.cancel(id)
      await voidUnpaid(stripe, id)
    }
  })

/** An old link must not take money for a plan that stays ended. */
const voidUnpaid = async (stripe: Stripe, subscription: string): Promise<void> => {
  const { data } = z.parse(
    IdentifiedList,
    await stripe.invoices.list({ subscription, status: 'open', limit: 100 }),
  )
  for (const { id } of data) await stripe.invoices.voidInvoice(id)
}
/** Throws `subscription-required` once the plan has ended. Again is no change. */
export const resumePlan = (
  { payments }: BillingParts,
  context: Context,
  id: string,
): Promise<void> =>
  payments.call(async (stripe) => {
    const live = await readLive(stripe, id)
    if (hasEnded(live))
      throw new ProblemError('subscription-required', 'Your plan has ended. Choose a plan.')
    await dropScheduledChange(stripe, live)
    if (!isEnding(live)) return
    await stripe.subscriptions.update(
      id,
      // The portal sets a day, we the end of the period: each is taken back by its own field.
      live.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' },
      stripeKey(context, 'resume'),
    )
  })
