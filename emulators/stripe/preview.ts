import { find, newId, type World } from './world.ts'
import { buildInvoice } from './invoices.ts'
import { draftOfItem, pendingItems } from './invoice-items.ts'
import { cycleDrafts, restarted } from './proration.ts'
import { buildSubscription } from './subscription-create.ts'
import { changeOf, type ChangeInput } from './subscription-change.ts'
import { invoiceBasics, type ItemInput } from './subscriptions.ts'
import { invalid } from './errors.ts'
import { idOf, type Invoice, type Subscription } from './wire.ts'
import { withoutRedeeming, type DiscountInput } from './discounts.ts'

export interface PreviewInput {
  customer?: string | undefined
  subscription?: string | undefined
  discounts?: '' | readonly DiscountInput[] | undefined
  automatic_tax?: { enabled: boolean } | undefined
  change: ChangeInput
  default_tax_rates?: readonly string[] | undefined
  trialEnd?: number | null | undefined
}

/** The invoice that a change would make now, or the next renewal. */
export function previewInvoice(world: World, input: PreviewInput): Invoice {
  if (input.subscription === undefined) return previewOfNew(world, input)
  const subscription = find(world, 'subscription', input.subscription, 'subscription')
  const { items, drafts, resets } = changeOf(world, subscription, input.change)
  const pending = pendingItems(
    world,
    idOf(subscription.customer),
    subscription.id,
    subscription.currency,
  ).map(draftOfItem)
  const isNow = resets || input.change.proration_behavior === 'always_invoice'
  if (isNow) return build(world, subscription, 'subscription_update', [...pending, ...drafts])
  const next = items.map((item) =>
    restarted(item, item.current_period_end, subscription.billing_cycle_anchor),
  )
  const renewal = cycleDrafts(world, { ...subscription, status: 'active' }, next)
  return build(world, subscription, 'upcoming', [...pending, ...drafts, ...renewal])
}

function previewOfNew(world: World, requested: PreviewInput): Invoice {
  const items = (requested.change.items ?? []).flatMap(
    ({ price, quantity, tax_rates }): ItemInput[] =>
      price === undefined ? [] : [{ price, quantity, tax_rates }],
  )
  if (requested.customer === undefined || items.length === 0)
    throw invalid(
      'Missing required param: customer or subscription.',
      'parameter_missing',
      'customer',
    )
  const { customer, discounts, automatic_tax, default_tax_rates, trialEnd } = requested
  const input = { customer, items, discounts, automatic_tax, default_tax_rates, trialEnd }
  return withoutRedeeming(world, () => {
    const subscription = buildSubscription(world, input)
    return build(
      world,
      subscription,
      'subscription_create',
      cycleDrafts(world, subscription, subscription.items.data),
    )
  })
}

function build(
  world: World,
  subscription: Subscription,
  reason: NonNullable<Invoice['billing_reason']>,
  drafts: Parameters<typeof buildInvoice>[2],
): Invoice {
  const customer = find(world, 'customer', idOf(subscription.customer))
  const fields = invoiceBasics(world, subscription, drafts)
  return buildInvoice(world, customer, drafts, {
    ...fields,
    id: newId('upcoming_in'),
    billing_reason: reason,
  })
}
