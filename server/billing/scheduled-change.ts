import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { Identified, nextPhase, Schedule } from './answers.ts'
import { itemOf, readLive } from './live-subscription.ts'
import type { Change } from './proration.ts'
import type { ProviderSubscription } from './provider-state.ts'

type Live = Change['live']
type Wanted = Pick<Change, 'priceId' | 'seats'>

/** What begins with the next period, also if it is put aside; null if nothing is planned. */
export const readScheduledChange = async (stripe: Stripe, live: Live): Promise<Wanted | null> => {
  if (live.schedule === null) return asideOf(live)
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
  await forgetAside(stripe, live)
}

/** Drops a smaller plan that has not begun. */
export const dropScheduledChange = async (stripe: Stripe, live: Live): Promise<void> => {
  if (live.schedule !== null) await stripe.subscriptionSchedules.release(live.schedule)
  await forgetAside(stripe, live)
}

/**
 * The provider changes a subscription at once only without a schedule, and an upgrade may wait a day for a bank: what was planned is
 * noted on the subscription until the upgrade is paid, which writes `noneAside` over it. `now` is in ms since 1970.
 */
export const putAside = async (
  stripe: Stripe,
  live: Live,
  { priceId, seats }: Wanted,
  now: number,
): Promise<void> => {
  const aside = `${priceId} ${seats} ${Math.floor(now / 1000)}`
  await stripe.subscriptions.update(live.id, { metadata: { aside } })
  if (live.schedule !== null) await stripe.subscriptionSchedules.release(live.schedule)
}

export const noneAside = { aside: 'none' }

type Noted = Pick<Live, 'metadata'>

const asideOf = ({ metadata }: Noted): (Wanted & { at: number }) | null => {
  const [, priceId, seats, at] = /^(\S+) (\d+) (\d+)$/.exec(metadata['aside'] ?? '') ?? []
  return priceId === undefined ? null : { priceId, seats: Number(seats), at: Number(at) }
}

const forgetAside = async (stripe: Stripe, live: Live): Promise<void> => {
  if (asideOf(live) !== null) await stripe.subscriptions.update(live.id, { metadata: noneAside })
}

/** An upgrade that began within the hour may still be on its way. */
const upgradeSeconds = 3600

/** Whether an upgrade that was begun and never paid has left a planned change aside. `now` is in ms since 1970. */
export const isLeftAside = (
  { status, metadata, pending_update: pending, cancel_at: cancelAt }: ProviderSubscription,
  now: number,
): boolean => {
  const aside = asideOf({ metadata })
  return (
    aside !== null &&
    aside.at + upgradeSeconds <= now / 1000 &&
    status === 'active' &&
    pending === null &&
    cancelAt === null
  )
}

/** Plans again what was left aside; without keys, because a subscription has one schedule. */
export const planAgain = async (stripe: Stripe, id: string): Promise<void> => {
  const live = await readLive(stripe, id)
  const aside = asideOf(live)
  if (aside === null || live.pending_update !== null) return
  const { price, quantity } = itemOf(live)
  if (price.id === aside.priceId && quantity === aside.seats) return forgetAside(stripe, live)
  await scheduleChange(stripe, { live, ...aside })
}
