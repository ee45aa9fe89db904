import type Stripe from 'stripe'
import { z } from 'zod'
import type { Router } from './call.ts'
import { invalid } from './errors.ts'
import { change, emit } from './events.ts'
import { page } from './lists.ts'
import { mergeMetadata, setPresent } from './metadata.ts'
import { accepts, flag, int, metadata, paging, text } from './params.ts'
import { newTaxRate } from './tax.ts'
import { all, find, newId, now, store, table, type World } from './world.ts'
import { blank, type Coupon } from './wire.ts'
import { defined } from './routes-catalog.ts'

const percent = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number)

export function couponRoutes(on: Router): void {
  on(
    'POST',
    '/v1/coupons',
    accepts<Stripe.CouponCreateParams>()(
      {},
      {
        id: text,
        amount_off: int,
        currency: text,
        duration: z.enum(['forever', 'once', 'repeating']),
        duration_in_months: int,
        max_redemptions: int,
        metadata,
        name: text,
        percent_off: percent,
        redeem_by: int,
      },
    ),
    ({ world, params: { metadata: given, ...fields } }) => {
      if ((fields.amount_off === undefined) === (fields.percent_off === undefined))
        throw invalid(
          'Exactly one of amount_off and percent_off is needed.',
          'parameter_missing',
          'percent_off',
        )
      if (fields.id !== undefined && table(world, 'coupon')[fields.id])
        throw invalid('Coupon already exists.', 'resource_already_exists', 'id')
      return newCoupon(world, { ...defined(fields), metadata: mergeMetadata({}, given) })
    },
  )
  on('GET', '/v1/coupons/:id', accepts<Stripe.CouponRetrieveParams>()({}, {}), ({ world, id }) =>
    find(world, 'coupon', id),
  )
  on(
    'POST',
    '/v1/coupons/:id',
    accepts<Stripe.CouponUpdateParams>()({}, { metadata, name: text }),
    ({ world, id, params }) => {
      const coupon = find(world, 'coupon', id)
      change(world, 'coupon.updated', coupon, () => {
        coupon.metadata = mergeMetadata(coupon.metadata, params.metadata)
        if (params.name !== undefined) coupon.name = params.name
      })
      return coupon
    },
  )
  on('DELETE', '/v1/coupons/:id', accepts<object>()({}, {}), ({ world, id }) => {
    const coupon = find(world, 'coupon', id)
    coupon.valid = false
    coupon.redeem_by = Math.min(coupon.redeem_by ?? Infinity, now(world) - 1)
    emit(world, 'coupon.deleted', coupon)
    return { id, object: 'coupon', deleted: true }
  })
  on('GET', '/v1/coupons', accepts<Stripe.CouponListParams>()({}, paging), ({ world, params }) =>
    page(all(world, 'coupon'), params, '/v1/coupons'),
  )
}

export function promotionRoutes(on: Router): void {
  on(
    'POST',
    '/v1/promotion_codes',
    accepts<Stripe.PromotionCodeCreateParams>()(
      { promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }) },
      {
        active: flag,
        code: text,
        customer: text,
        expires_at: int,
        max_redemptions: int,
        metadata,
        restrictions: z.strictObject({ first_time_transaction: flag.optional() }),
      },
    ),
    ({ world, params }) => {
      const {
        active = true,
        code,
        customer,
        expires_at = null,
        max_redemptions = null,
        promotion,
        restrictions,
      } = params
      find(world, 'coupon', promotion.coupon, 'promotion[coupon]')
      if (all(world, 'promotion_code').some((each) => each.active && each.code === code))
        throw invalid(
          'An active promotion code with this code already exists.',
          'resource_already_exists',
          'code',
        )
      const created = store(world, 'promotion_code', {
        id: newId('promo'),
        object: 'promotion_code',
        active,
        code: code ?? newId('x').slice(2, 10).toUpperCase(),
        created: now(world),
        customer: customer ?? null,
        customer_account: null,
        expires_at,
        livemode: false,
        max_redemptions,
        metadata: mergeMetadata({}, params.metadata),
        promotion,
        restrictions: {
          first_time_transaction: restrictions?.first_time_transaction ?? false,
          ...blank('minimum_amount', 'minimum_amount_currency'),
        },
        times_redeemed: 0,
      })
      emit(world, 'promotion_code.created', created)
      return created
    },
  )
  on('GET', '/v1/promotion_codes/:id', accepts<object>()({}, {}), ({ world, id }) =>
    find(world, 'promotion_code', id),
  )
  on(
    'POST',
    '/v1/promotion_codes/:id',
    accepts<Stripe.PromotionCodeUpdateParams>()({}, { active: flag, metadata }),
    ({ world, id, params }) => {
      const promotion = find(world, 'promotion_code', id)
      change(world, 'promotion_code.updated', promotion, () => {
        if (params.active !== undefined) promotion.active = params.active
        promotion.metadata = mergeMetadata(promotion.metadata, params.metadata)
      })
      return promotion
    },
  )
  on(
    'GET',
    '/v1/promotion_codes',
    accepts<Stripe.PromotionCodeListParams>()(
      {},
      { ...paging, active: flag, code: text, coupon: text },
    ),
    ({ world, params }) => {
      const { active, code, coupon } = params
      const rows = all(world, 'promotion_code').filter(
        (each) =>
          (active === undefined || each.active === active) &&
          (code === undefined || each.code.toLowerCase() === code.toLowerCase()) &&
          (coupon === undefined || each.promotion.coupon === coupon),
      )
      return page(rows, params, '/v1/promotion_codes')
    },
  )
}

export function taxRateRoutes(on: Router): void {
  const fields = {
    active: flag,
    country: text,
    description: text,
    jurisdiction: text,
    metadata,
    state: text,
    tax_type: z.enum(['gst', 'vat', 'sales_tax']),
  }
  on(
    'POST',
    '/v1/tax_rates',
    accepts<Stripe.TaxRateCreateParams>()(
      { display_name: text, inclusive: flag, percentage: percent },
      fields,
    ),
    ({ world, params: { metadata: given, display_name, inclusive, percentage, ...rest } }) => {
      const rate = newTaxRate(world, {
        display_name,
        inclusive,
        percentage,
        ...defined(rest),
        metadata: mergeMetadata({}, given),
      })
      emit(world, 'tax_rate.created', rate)
      return rate
    },
  )
  on('GET', '/v1/tax_rates/:id', accepts<object>()({}, {}), ({ world, id }) =>
    find(world, 'tax_rate', id),
  )
  on(
    'POST',
    '/v1/tax_rates/:id',
    accepts<Stripe.TaxRateUpdateParams>()({}, { ...fields, display_name: text }),
    ({ world, id, params: { metadata: given, ...rest } }) => {
      const rate = find(world, 'tax_rate', id)
      change(world, 'tax_rate.updated', rate, () => {
        setPresent(rate, rest)
        rate.metadata = mergeMetadata(rate.metadata, given)
      })
      return rate
    },
  )
  on(
    'GET',
    '/v1/tax_rates',
    accepts<Stripe.TaxRateListParams>()({}, { ...paging, active: flag, inclusive: flag }),
    ({ world, params }) => {
      const { active, inclusive } = params
      const rows = all(world, 'tax_rate').filter(
        (rate) =>
          (active === undefined || rate.active === active) &&
          (inclusive === undefined || rate.inclusive === inclusive),
      )
      return page(rows, params, '/v1/tax_rates')
    },
  )
}

function newCoupon(world: World, fields: Partial<Coupon>): Coupon {
  const coupon = store(world, 'coupon', {
    id: newId('x').slice(2, 10),
    object: 'coupon',
    created: now(world),
    duration: 'once',
    livemode: false,
    metadata: {},
    times_redeemed: 0,
    valid: true,
    ...blank(
      'amount_off',
      'currency',
      'duration_in_months',
      'max_redemptions',
      'name',
      'percent_off',
      'redeem_by',
    ),
    ...fields,
  })
  emit(world, 'coupon.created', coupon)
  return coupon
}
