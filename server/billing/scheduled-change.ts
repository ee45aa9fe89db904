import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { Identified, nextPhase, Schedule } from './answers.ts'
import { itemOf, readLive } from './live-subscription.ts'
import type { Change } from './proration.ts'
import type { ProviderSubscription } from './provider-state.ts'

type Live = Change['live']
type Wanted = Pick<Change, 'priceId' | 'seats'>

/** What begins with the next period, also if it is deferred; null if nothing is planned. */
export const readScheduledChange = async (stripe: Stripe, live: Live): Promise<Wanted | null> => {
  if (live.schedule === null) return deferredChangeOf(live)
  const schedule = z.parse(Schedule, await stripe.subscriptionSchedules.retrieve(live.schedule))
  return nextPhase(schedule, itemOf(live).current_period_end)
}

/** Two phases: the rest of this period as it is, then the smaller plan, which goes on by itself. */
export const scheduleChange = async (
  stripe: Stripe,
  { live, priceId, seats }: Wanted & { live: Live },
  keyOf?: (step: string) => { idempotencyKey: string },
): Promise<void> => {
  const item = itemOf(live)
  const schedule =
    live.schedule ??
    z.parse(
      Identified,
      await stripe.subscriptionSchedules.create(
        { from_subscription: live.id },
        keyOf?.('schedule'),
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
    keyOf?.('phases'),
  )
  await forgetDeferredChange(stripe, live)
}

/** Drops a smaller plan that has not begun. */
export const dropScheduledChange = async (stripe: Stripe, live: Live): Promise<void> => {
  if (live.schedule !== null) await stripe.subscriptionSchedules.release(live.schedule)
  await forgetDeferredChange(stripe, live)
}

/**
 * The provider changes a subscription at once only without a schedule, and an upgrade may wait a day for a bank: the planned change is
 * deferred, noted on the subscription, until the upgrade is paid, which writes `noDeferredChange` over it. `now` is in ms since 1970.
 */
export const deferChange = async (
  stripe: Stripe,
  live: Live,
  { priceId, seats }: Wanted,
  now: number,
): Promise<void> => {
  const noted = `${priceId} ${seats} ${Math.floor(now / 1000)}`
  await stripe.subscriptions.update(live.id, { metadata: { [metadataKey]: noted } })
  if (live.schedule !== null) await stripe.subscriptionSchedules.release(live.schedule)
}

/** Its value is the price's id, the seats and the time of deferral in seconds since 1970, separated by spaces; or 'none'. */
const metadataKey = 'aside'

export const noDeferredChange = { [metadataKey]: 'none' }

type Noted = Pick<Live, 'metadata'>

const deferredChangeOf = ({ metadata }: Noted): (Wanted & { at: number }) | null => {
  const [, priceId, seats, at] = /^(\S+) (\d+) (\d+)$/.exec(metadata[metadataKey] ?? '') ?? []
  return priceId === undefined ? null : { priceId, seats: Number(seats), at: Number(at) }
}

const forgetDeferredChange = async (stripe: Stripe, live: Live): Promise<void> => {
  if (deferredChangeOf(live) !== null)
    await stripe.subscriptions.update(live.id, { metadata: noDeferredChange })
}

/** An upgrade that began within the hour may still be on its way. */
const upgradeSeconds = 3600

/** Whether an upgrade that was begun and never paid has left a deferred change. `now` is in ms since 1970. */
export const hasAbandonedChange = (
  { status, metadata, pending_update: pending, cancel_at: cancelAt }: ProviderSubscription,
  now: number,
): boolean => {
  const deferred = deferredChangeOf({ metadata })
  return (
    deferred !== null &&
    deferred.at + upgradeSeconds <= now / 1000 &&
    status === 'active' &&
    pending === null &&
    cancelAt === null
  )
}

/** Schedules a deferred change again; without keys, because a subscription has one schedule. */
export const scheduleDeferredChange = async (stripe: Stripe, id: string): Promise<void> => {
  const live = await readLive(stripe, id)
  const deferred = deferredChangeOf(live)
  if (deferred === null || live.pending_update !== null) return
  const { price, quantity } = itemOf(live)
  if (price.id === deferred.priceId && quantity === deferred.seats)
    return forgetDeferredChange(stripe, live)
  await scheduleChange(stripe, { live, ...deferred })
}
