import { invalid } from './errors.ts'
import { roundHalfUp } from './catalog.ts'
import { find, newId, now, store, table, type World } from './world.ts'
import { addMonths } from './periods.ts'
import { blank, idOf, type Coupon, type Discount, type PromotionCode } from './wire.ts'

export interface DiscountInput {
  coupon?: string | undefined
  promotion_code?: string | undefined
  discount?: string | undefined
}

/** Redeems a coupon or a promotion code; '' asks for none. */
export function newDiscounts(
  world: World,
  requested: '' | readonly DiscountInput[] | undefined,
  owner: { customer: string; subscription?: string; checkout_session?: string; invoice?: string },
): string[] {
  if (requested === '' || requested === undefined) return []
  return requested.map((each) =>
    each.discount === undefined ? newDiscount(world, each, owner) : each.discount,
  )
}

function newDiscount(
  world: World,
  requested: DiscountInput,
  owner: { customer: string; subscription?: string; checkout_session?: string; invoice?: string },
): string {
  const promotion =
    requested.promotion_code === undefined
      ? null
      : find(world, 'promotion_code', requested.promotion_code, 'discounts')
  if (promotion) checkPromotion(world, promotion, owner.customer)
  const coupon = find(
    world,
    'coupon',
    promotion ? idOf(promotion.promotion.coupon) : (requested.coupon ?? ''),
    'coupon',
  )
  checkCoupon(world, coupon)
  coupon.times_redeemed += 1
  if (promotion) promotion.times_redeemed += 1
  const start = now(world)
  const id = newId('di')
  store(world, 'discount', {
    id,
    object: 'discount',
    end:
      coupon.duration === 'repeating'
        ? addMonths(start, coupon.duration_in_months ?? 1, start)
        : null,
    promotion_code: promotion?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start,
    ...blank(
      'checkout_session',
      'customer_account',
      'invoice',
      'invoice_item',
      'subscription',
      'subscription_item',
    ),
    ...owner,
  })
  return id
}

/** For a preview: only what is bought counts as redeemed. */
export function withoutRedeeming<T>(world: World, run: () => T): T {
  const counted = [
    ...Object.values(table(world, 'coupon')),
    ...Object.values(table(world, 'promotion_code')),
  ]
  const used = counted.map(({ times_redeemed: times }) => times)
  const known = new Set(Object.keys(table(world, 'discount')))
  try {
    return run()
  } finally {
    for (const [index, each] of counted.entries()) each.times_redeemed = used[index] ?? 0
    for (const id of Object.keys(table(world, 'discount')))
      if (!known.has(id)) delete table(world, 'discount')[id]
  }
}

export function checkCoupon(world: World, coupon: Coupon): void {
  const isOver = coupon.redeem_by !== null && coupon.redeem_by < now(world)
  const isUsedUp =
    coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions
  coupon.valid = !isOver && !isUsedUp
  if (!coupon.valid) throw invalid(`Coupon expired: ${coupon.id}`, 'coupon_expired', 'coupon')
}

export function checkPromotion(world: World, promotion: PromotionCode, customer: string): void {
  const { active, expires_at: end, max_redemptions: most, times_redeemed: used } = promotion
  const isOurs = promotion.customer === null || idOf(promotion.customer) === customer
  if (!active || (end !== null && end < now(world)) || (most !== null && used >= most) || !isOurs)
    throw invalid(
      'This promotion code is invalid or expired.',
      'promotion_code_expired',
      'promotion_code',
    )
  if (promotion.restrictions.first_time_transaction) {
    const hasPaid = Object.values(table(world, 'invoice')).some(
      (invoice) =>
        idOf(invoice.customer) === customer && invoice.status === 'paid' && invoice.total > 0,
    )
    if (hasPaid)
      throw invalid(
        'This promotion code cannot be redeemed because the associated customer has prior transactions.',
      )
  }
}

export function couponOf(world: World, discount: Discount): Coupon {
  return find(world, 'coupon', idOf(discount.source.coupon), 'coupon')
}

/** A discount that still applies; once-only ones apply to the first invoice. */
export function appliesNow(world: World, discountId: string): boolean {
  const discount = table(world, 'discount')[discountId]
  return discount !== undefined && (discount.end === null || discount.end > now(world))
}

/** What each of the discounts takes from the amounts, line by line. */
export function spread(
  world: World,
  discountIds: readonly string[],
  amounts: readonly number[],
): { discount: string; amounts: number[] }[] {
  const left = [...amounts]
  return discountIds.map((id) => {
    const coupon = couponOf(world, find(world, 'discount', id, 'discounts'))
    const sum = left.reduce((total, each) => total + each, 0)
    const off = Math.min(coupon.amount_off ?? 0, Math.max(0, sum))
    let rest = off
    const reductions = left.map((amount, index) => {
      if (coupon.percent_off !== null) return roundHalfUp((amount * coupon.percent_off) / 100)
      const isLast = index === left.length - 1
      const share = isLast ? rest : roundHalfUp(sum === 0 ? 0 : (off * amount) / sum)
      if (!isLast) rest -= share
      return share
    })
    for (const [index, each] of reductions.entries()) left[index] = (left[index] ?? 0) - each
    return { discount: id, amounts: reductions }
  })
}
