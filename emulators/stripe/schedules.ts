import { plan } from './due.ts'
import { invalid } from './errors.ts'
import { change, emit } from './events.ts'
import { mergeMetadata } from './metadata.ts'
import { periodEnd } from './periods.ts'
import { updateSubscription } from './subscription-update.ts'
import { ratesOf } from './subscriptions.ts'
import { find, newId, now, store, table, type World } from './world.ts'
import { blank, idOf, type Schedule, type Subscription } from './wire.ts'

type Phase = Schedule['phases'][number]

export interface PhaseInput {
  items: readonly { price: string; quantity?: number | undefined }[]
  start_date?: number | 'now' | undefined
  end_date?: number | 'now' | undefined
  duration?:
    | { interval: 'day' | 'week' | 'month' | 'year'; interval_count?: number | undefined }
    | undefined
  proration_behavior?: Phase['proration_behavior'] | undefined
  automatic_tax?: { enabled: boolean } | undefined
  default_tax_rates?: readonly string[] | undefined
  discounts?: readonly { discount: string }[] | undefined
  metadata?: Record<string, string> | undefined
}

/** One phase: the present period as it is. */
export function scheduleOf(world: World, subscription: Subscription): Schedule {
  if (subscription.schedule !== null)
    throw invalid(
      'You cannot migrate a subscription that is already attached to a schedule.',
      undefined,
      'from_subscription',
    )
  const items = subscription.items.data.map(({ price, quantity }) => ({
    price: price.id,
    quantity,
  }))
  const [item] = subscription.items.data
  const start = item?.current_period_start ?? now(world)
  const end = item?.current_period_end ?? now(world)
  const id = newId('sub_sched')
  const schedule = store(world, 'subscription_schedule', {
    id,
    object: 'subscription_schedule',
    billing_mode: structuredClone(subscription.billing_mode),
    created: now(world),
    current_phase: { start_date: start, end_date: end },
    customer: idOf(subscription.customer),
    default_settings: {
      billing_cycle_anchor: 'automatic',
      invoice_settings: {
        ...blank('account_tax_ids', 'custom_fields', 'days_until_due', 'description', 'footer'),
        issuer: { type: 'self' },
      },
      ...blank('application_fee_percent', 'billing_thresholds', 'collection_method'),
      ...blank('default_payment_method', 'description', 'on_behalf_of', 'transfer_data'),
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [phaseOf(world, subscription, { items, start_date: start, end_date: end }, start)],
    status: 'active',
    subscription: subscription.id,
    test_clock: idOf(subscription.test_clock) || null,
    ...blank(
      'application',
      'canceled_at',
      'completed_at',
      'customer_account',
      'released_at',
      'released_subscription',
    ),
  })
  subscription.schedule = id
  emit(world, 'subscription_schedule.created', schedule)
  planPhase(world, schedule)
  return schedule
}

export function updatePhases(
  world: World,
  schedule: Schedule,
  phases: readonly PhaseInput[] | undefined,
  fields: {
    end_behavior?: 'cancel' | 'release' | undefined
    metadata?: '' | Record<string, string> | undefined
  },
): void {
  requireActive(schedule)
  const subscription = find(world, 'subscription', idOf(schedule.subscription))
  change(world, 'subscription_schedule.updated', schedule, () => {
    schedule.metadata = mergeMetadata(schedule.metadata, fields.metadata)
    if (fields.end_behavior) schedule.end_behavior = fields.end_behavior
    if (!phases) return
    let start = schedule.current_phase?.start_date ?? now(world)
    schedule.phases = phases.map((input) => {
      const phase = phaseOf(world, subscription, input, start)
      start = phase.end_date
      return phase
    })
    const [first] = schedule.phases
    if (first) schedule.current_phase = { start_date: first.start_date, end_date: first.end_date }
  })
  planPhase(world, schedule)
}

export function release(world: World, schedule: Schedule): void {
  requireActive(schedule)
  detach(world, schedule)
  schedule.released_at = now(world)
  schedule.released_subscription = idOf(schedule.subscription)
  schedule.subscription = null
  emit(world, 'subscription_schedule.released', schedule)
}

export function nextPhase(world: World, id: string): void {
  const schedule = find(world, 'subscription_schedule', id)
  const subscription = table(world, 'subscription')[idOf(schedule.subscription)]
  if (schedule.status !== 'active' || !subscription) return
  const next = schedule.phases.find(
    (phase) => phase.start_date === schedule.current_phase?.end_date,
  )
  if (!next) {
    if (schedule.end_behavior === 'release') release(world, schedule)
    return
  }
  change(world, 'subscription_schedule.updated', schedule, () => {
    schedule.current_phase = { start_date: next.start_date, end_date: next.end_date }
  })
  const items = subscription.items.data.map((item, index) => {
    const wanted = next.items[index]
    return {
      id: item.id,
      price: wanted ? idOf(wanted.price) : item.price.id,
      quantity: wanted?.quantity ?? item.quantity,
    }
  })
  updateSubscription(world, subscription, {
    items,
    proration_behavior: 'none',
    default_tax_rates: next.default_tax_rates?.map(idOf) ?? [],
    ...(next.automatic_tax && { automatic_tax: { enabled: next.automatic_tax.enabled } }),
  })
  // As Stripe does: a phase that names no discounts has none.
  subscription.discounts = next.discounts.map(({ discount }) => idOf(discount))
  planPhase(world, schedule)
}

function phaseOf(
  world: World,
  subscription: Subscription,
  input: PhaseInput,
  after: number,
): Phase {
  const start = typeof input.start_date === 'number' ? input.start_date : after
  const [first] = input.items
  const { recurring } = find(world, 'price', first?.price ?? '', 'phases[0][items][0][price]')
  const every = input.duration
    ? {
        ...input.duration,
        interval_count: input.duration.interval_count ?? 1,
        meter: null,
        trial_period_days: null,
        usage_type: 'licensed' as const,
      }
    : recurring
  const end = typeof input.end_date === 'number' ? input.end_date : periodEnd(start, every, start)
  return {
    add_invoice_items: [],
    currency: subscription.currency,
    default_tax_rates: ratesOf(world, input.default_tax_rates),
    discounts: (input.discounts ?? []).map(({ discount }) => ({
      discount,
      ...blank('coupon', 'promotion_code'),
    })),
    ...(input.automatic_tax && {
      automatic_tax: { ...input.automatic_tax, disabled_reason: null, liability: null },
    }),
    end_date: end,
    items: input.items.map(({ price, quantity }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price,
      price: find(world, 'price', price, 'phases[0][items][0][price]').id,
      quantity: quantity ?? 1,
      tax_rates: [],
    })),
    metadata: input.metadata ?? {},
    proration_behavior: input.proration_behavior ?? 'create_prorations',
    start_date: start,
    ...blank(
      'application_fee_percent',
      'billing_cycle_anchor',
      'billing_thresholds',
      'collection_method',
    ),
    ...blank(
      'default_payment_method',
      'description',
      'invoice_settings',
      'on_behalf_of',
      'transfer_data',
      'trial_end',
    ),
  }
}

function detach(world: World, schedule: Schedule): void {
  schedule.status = 'released'
  schedule.current_phase = null
  plan(world, 'next-phase', schedule.id, null, null)
  const subscription = table(world, 'subscription')[idOf(schedule.subscription)]
  if (subscription) subscription.schedule = null
}

function requireActive({ status }: Schedule): void {
  if (status !== 'active')
    throw invalid(`You cannot update a subscription schedule that is ${status}.`)
}

function planPhase(world: World, { id, customer, current_phase: phase }: Schedule): void {
  plan(world, 'next-phase', id, phase?.end_date ?? null, idOf(customer))
}
