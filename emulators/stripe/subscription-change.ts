import { planOf, recurringPrice } from './catalog.ts'
import { invalid, missingReference } from './errors.ts'
import type { Draft } from './lines.ts'
import { prorationDrafts, restarted } from './proration.ts'
import { newItem, requireSameCurrency, ratesOf } from './subscriptions.ts'
import { now, type World } from './world.ts'
import { idOf, type Subscription, type SubscriptionItem } from './wire.ts'
import { mergeMetadata } from './metadata.ts'

export interface ItemChange {
  id?: string | undefined
  price?: string | undefined
  quantity?: number | undefined
  deleted?: boolean | undefined
  metadata?: '' | Record<string, string> | undefined
  tax_rates?: readonly string[] | undefined
}

export interface ChangeInput {
  items?: readonly ItemChange[] | undefined
  proration_behavior?: 'always_invoice' | 'create_prorations' | 'none' | undefined
  proration_date?: number | undefined
  anchorNow?: boolean | undefined
  endsTrial?: boolean | undefined
  trialEnd?: number | undefined
}

export interface Outcome {
  items: SubscriptionItem[]
  drafts: Draft[]
  /** The period starts now, and is charged now. */
  resets: boolean
}

/** What an update or its preview would do; nothing is changed. */
export function changeOf(world: World, subscription: Subscription, input: ChangeInput): Outcome {
  const before = subscription.items.data
  const at = prorationDate(world, subscription, input.proration_date)
  const requested = changedItems(world, subscription, input.items ?? [])
  if (requested.length === 0)
    throw invalid('A subscription must have at least one active item.', undefined, 'items')
  requireSameCurrency(
    world,
    idOf(subscription.customer),
    requested.map(({ price }) => price),
  )
  const intervalOf = (items: readonly SubscriptionItem[]): string =>
    items
      .map(({ price: { recurring } }) => `${recurring?.interval_count}${recurring?.interval}`)
      .join()
  const isTrial = subscription.status === 'trialing' && !input.endsTrial
  const resets =
    !isTrial &&
    (input.anchorNow === true ||
      input.endsTrial === true ||
      intervalOf(before.slice(0, 1)) !== intervalOf(requested.slice(0, 1)))
  const items = resets ? requested.map((item) => restarted(item, at, at)) : requested
  if (isTrial && input.trialEnd !== undefined)
    for (const item of items) item.current_period_end = input.trialEnd
  const credits = input.proration_behavior !== 'none'
  return {
    items,
    drafts: prorationDrafts(world, subscription, { before, after: items, at, resets, credits }),
    resets,
  }
}

function changedItems(
  world: World,
  subscription: Subscription,
  changes: readonly ItemChange[],
): SubscriptionItem[] {
  const items = structuredClone(subscription.items.data)
  for (const [index, change] of changes.entries()) {
    if (change.id === undefined) {
      items.push(addedItem(world, subscription, change, index))
      continue
    }
    const item = items.find(({ id }) => id === change.id)
    if (!item) throw missingReference('subscription item', change.id, `items[${index}][id]`)
    if (change.deleted) items.splice(items.indexOf(item), 1)
    else changeItem(world, item, change, index)
  }
  return items
}

function addedItem(
  world: World,
  subscription: Subscription,
  change: ItemChange,
  index: number,
): SubscriptionItem {
  const { price, quantity, tax_rates } = change
  if (price === undefined)
    throw invalid(
      `Missing required param: items[${index}][price].`,
      'parameter_missing',
      `items[${index}][price]`,
    )
  if (subscription.items.data.some((item) => item.price.id === price))
    throw invalid(
      'Cannot add multiple subscription items with the same plan.',
      undefined,
      `items[${index}]`,
    )
  const first = subscription.items.data[0]
  const item = newItem(world, subscription.id, { price, quantity, tax_rates }, now(world))
  return first
    ? {
        ...item,
        current_period_start: first.current_period_start,
        current_period_end: first.current_period_end,
      }
    : item
}

function changeItem(world: World, item: SubscriptionItem, change: ItemChange, index: number): void {
  if (change.price !== undefined && change.price !== item.price.id) {
    item.price = structuredClone(recurringPrice(world, change.price, `items[${index}][price]`))
    item.plan = planOf(item.price)
    // As Stripe does: a new price without a quantity resets it.
    item.quantity = 1
  }
  if (change.quantity !== undefined) item.quantity = change.quantity
  if (change.tax_rates !== undefined) item.tax_rates = ratesOf(world, change.tax_rates)
  item.metadata = mergeMetadata(item.metadata, change.metadata)
}

function prorationDate(
  world: World,
  subscription: Subscription,
  requested: number | undefined,
): number {
  const { current_period_start: start, current_period_end: end } = subscription.items.data[0] ?? {
    current_period_start: 0,
    current_period_end: 0,
  }
  if (requested !== undefined && (requested < start || requested > end))
    throw invalid(
      'Invalid proration date: it must be within the current period.',
      undefined,
      'proration_date',
    )
  return requested ?? now(world)
}
