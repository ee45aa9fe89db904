import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import type { Context } from '../platform/http/context.ts'
import { Identified, nextPhase, Schedule } from './answers.ts'
import { itemOf } from './live-subscription.ts'
import { stripeKey } from './parts.ts'
import type { Change } from './proration.ts'

type Wanted = Pick<Change, 'priceId' | 'seats'>

/** What begins with the next period; null if nothing is planned. */
export const readScheduledChange = async (
  stripe: Stripe,
  live: Change['live'],
): Promise<Wanted | null> => {
  if (live.schedule === null) return null
  const schedule = z.parse(Schedule, await stripe.subscriptionSchedules.retrieve(live.schedule))
  return nextPhase(schedule, itemOf(live).current_period_end)
}

/** Two phases: the rest of this period as it is, then the smaller plan, which goes on by itself. */
export const scheduleChange = async (
  stripe: Stripe,
  context: Context,
  { live, priceId, seats }: Wanted & Pick<Change, 'live'>,
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
