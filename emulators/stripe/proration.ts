import { amountOf, roundHalfUp } from './catalog.ts'
import { spread, appliesNow } from './discounts.ts'
import { taxRatesOf } from './invoice-items.ts'
import { invoicesOf } from './invoices.ts'
import type { Draft } from './lines.ts'
import { periodEnd } from './periods.ts'
import { all, table, type World } from './world.ts'
import { idOf, type Price, type Subscription, type SubscriptionItem } from './wire.ts'

/** A whole period of each item. */
export function cycleDrafts(
  world: World,
  subscription: Subscription,
  items: readonly SubscriptionItem[],
): Draft[] {
  const isTrial = subscription.status === 'trialing'
  return items.map((item) => {
    const quantity = item.quantity ?? 1
    const name = nameOf(world, item.price)
    return {
      ...basics(subscription, item),
      amount: isTrial ? 0 : amountOf(item.price, quantity),
      description: isTrial
        ? `Trial period for ${name}`
        : `${quantity} × ${name} (at ${priceText(item.price)})`,
      period: { start: item.current_period_start, end: item.current_period_end },
      isProration: false,
      isNet: false,
    }
  })
}

interface Change {
  before: readonly SubscriptionItem[]
  after: readonly SubscriptionItem[]
  at: number
  /** The period starts now: another interval, or requested for. */
  resets: boolean
  credits: boolean
}

/** Credit for unused time at what was billed for it, and the rest of the period at the new price. */
export function prorationDrafts(world: World, subscription: Subscription, change: Change): Draft[] {
  const { before, after, at, resets } = change
  if (subscription.status === 'trialing' && !resets) return []
  const isSame = (item: SubscriptionItem): boolean =>
    !resets &&
    before.some(
      (old) =>
        old.id === item.id && old.price.id === item.price.id && old.quantity === item.quantity,
    )
  const stays = (item: SubscriptionItem): boolean =>
    after.some((each) => each.id === item.id && isSame(each))
  const credits = change.credits
    ? before
        .filter((item) => !stays(item))
        .flatMap((item) => creditDraft(world, subscription, item, at))
    : []
  const changed = after.filter((item) => !isSame(item))
  const debits = resets
    ? cycleDrafts(world, { ...subscription, status: 'active' }, changed)
    : change.credits
      ? changed.map((item) => debitDraft(world, subscription, item, at))
      : []
  return [...credits, ...debits]
}

function creditDraft(
  world: World,
  subscription: Subscription,
  item: SubscriptionItem,
  at: number,
): Draft[] {
  const debit = latestDebit(world, subscription, item, at)
  if (!debit || debit.amount === 0) return []
  const { start, end } = debit.period
  const quantity = item.quantity ?? 1
  return [
    {
      ...basics(subscription, item),
      amount: -roundHalfUp((debit.amount * (end - at)) / (end - start)),
      description: `Unused time on ${quantity} × ${nameOf(world, item.price)} after ${day(at)}`,
      period: { start: at, end },
      isProration: true,
      isNet: true,
      ...(debit.credits && { credits: debit.credits }),
    },
  ]
}

function debitDraft(
  world: World,
  subscription: Subscription,
  item: SubscriptionItem,
  at: number,
): Draft {
  const { current_period_start: start, current_period_end: end, quantity = 1 } = item
  const share = (end - at) / (end - start)
  const whole = exactAmount(item.price, quantity)
  const discounts = subscription.discounts.map(idOf).filter((id) => appliesNow(world, id))
  const reductions = spread(world, discounts, [roundHalfUp(whole)]).flatMap(
    ({ amounts }) => amounts,
  )
  const net = reductions.reduce((rest, each) => rest - each, whole)
  return {
    ...basics(subscription, item),
    amount: roundHalfUp(net * share),
    description: `Remaining time on ${quantity} × ${nameOf(world, item.price)} after ${day(at)}`,
    period: { start: at, end },
    isProration: true,
    isNet: true,
  }
}

function exactAmount(price: Price, quantity: number): number {
  const exact = Number(price.unit_amount_decimal ?? Number.NaN)
  return Number.isNaN(exact) ? amountOf(price, quantity) : exact * quantity
}

interface Debit {
  amount: number
  period: { start: number; end: number }
  credits?: { invoice: string; invoice_line_items: string[] }
}

/** What was last charged for the time that now stays unused. */
function latestDebit(
  world: World,
  subscription: Subscription,
  item: SubscriptionItem,
  at: number,
): Debit | undefined {
  const covers = ({ start, end }: { start: number; end: number }): boolean =>
    start <= at && at < end
  for (const pending of all(world, 'invoiceitem')) {
    const isOurs = pending.parent?.subscription_details?.subscription_item === item.id
    if (isOurs && pending.invoice === null && pending.amount > 0 && covers(pending.period))
      return pending
  }
  for (const invoice of invoicesOf(world, subscription.id)) {
    if (invoice.status === 'void') continue
    for (const line of invoice.lines.data.toReversed()) {
      const isOurs = line.parent?.subscription_item_details?.subscription_item === item.id
      if (!isOurs || line.amount <= 0 || !covers(line.period)) continue
      const discount = (line.discount_amounts ?? []).reduce(
        (total, { amount }) => total + amount,
        0,
      )
      const credits = { invoice: invoice.id, invoice_line_items: [line.id] }
      return { amount: line.amount - discount, period: line.period, credits }
    }
  }
  return undefined
}

/** The same item with the period that starts at a time. */
export function restarted(item: SubscriptionItem, start: number, anchor: number): SubscriptionItem {
  const end = periodEnd(start, item.price.recurring, anchor)
  return { ...item, current_period_start: start, current_period_end: end }
}

type Basics = Pick<Draft, 'currency' | 'quantity' | 'unitAmount' | 'taxRates'> & Partial<Draft>

function basics(subscription: Subscription, item: SubscriptionItem): Basics {
  return {
    currency: subscription.currency,
    quantity: item.quantity ?? 1,
    price: item.price,
    unitAmount: item.price.unit_amount_decimal,
    subscription: subscription.id,
    subscriptionItem: item.id,
    taxRates: taxRatesOf(item),
    metadata: { ...subscription.metadata },
  }
}

export function nameOf(world: World, price: Price): string {
  return table(world, 'product')[idOf(price.product)]?.name ?? price.id
}

export function priceText({ currency, unit_amount_decimal: cents, recurring }: Price): string {
  const amount = moneyText(Number(cents ?? 0), currency)
  return recurring ? `${amount} / ${recurring.interval}` : amount
}

export function moneyText(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-AU', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  })
  return format.format(cents / 100).replaceAll('\u00a0', ' ')
}

export function day(seconds: number): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.format(new Date(seconds * 1000))
}
