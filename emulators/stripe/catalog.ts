import { invalid } from './errors.ts'
import { change, emit } from './events.ts'
import { find, newId, now, store, table, type World } from './world.ts'
import { blank, idOf, type Plan, type Price, type Product } from './wire.ts'

export function newProduct(
  world: World,
  fields: Pick<Product, 'name'> & Partial<Product>,
): Product {
  const created = now(world)
  const product = store(world, 'product', {
    id: newId('prod'),
    object: 'product',
    active: true,
    created,
    default_price: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    shippable: null,
    type: 'service',
    updated: created,
    ...blank('description', 'package_dimensions', 'statement_descriptor', 'tax_code'),
    ...blank('tax_details', 'unit_label', 'url'),
    ...fields,
  })
  emit(world, 'product.created', product)
  return product
}

export function newPrice(
  world: World,
  fields: Pick<Price, 'currency' | 'product'> & Partial<Price>,
  transfersKey: boolean,
): Price {
  find(world, 'product', idOf(fields.product), 'product')
  if (fields.lookup_key) releaseKey(world, fields.lookup_key, transfersKey)
  const price = store(world, 'price', {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: now(world),
    livemode: false,
    lookup_key: null,
    metadata: {},
    tax_behavior: 'unspecified',
    type: fields.recurring ? 'recurring' : 'one_time',
    ...blank('custom_unit_amount', 'nickname', 'recurring', 'tiers_mode', 'transform_quantity'),
    ...blank('unit_amount', 'unit_amount_decimal'),
    ...fields,
  })
  emit(world, 'price.created', price)
  return price
}

export function releaseKey(world: World, key: string, transfers: boolean): void {
  const holder = Object.values(table(world, 'price')).find((price) => price.lookup_key === key)
  if (!holder) return
  if (!transfers)
    throw invalid(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      'resource_already_exists',
      'lookup_key',
    )
  change(world, 'price.updated', holder, (price) => {
    price.lookup_key = null
  })
}

/** The amount in cents, exact until it is rounded once. */
export function amountOf(price: Price, quantity: number): number {
  const { tiers, tiers_mode: mode } = price
  if (price.billing_scheme === 'tiered' && tiers) return tieredAmount(tiers, mode, quantity)
  return roundHalfUp(Number(price.unit_amount_decimal ?? price.unit_amount ?? 0) * quantity)
}

function tieredAmount(
  tiers: NonNullable<Price['tiers']>,
  mode: Price['tiers_mode'],
  quantity: number,
): number {
  const limit = (tier: { up_to: number | null }): number => tier.up_to ?? Infinity
  const unit = (tier: (typeof tiers)[number]): number =>
    Number(tier.unit_amount_decimal ?? tier.unit_amount ?? 0)
  if (mode === 'volume') {
    const tier = tiers.find((each) => quantity <= limit(each))
    return tier ? roundHalfUp(unit(tier) * quantity + (tier.flat_amount ?? 0)) : 0
  }
  let sum = 0
  let from = 0
  for (const tier of tiers) {
    const slice = Math.min(quantity, limit(tier)) - from
    if (slice <= 0) break
    sum += unit(tier) * slice + (tier.flat_amount ?? 0)
    from += slice
  }
  return roundHalfUp(sum)
}

/** Away from zero, so that a credit mirrors its debit. Not verified against Stripe: the only function that rounds. */
export function roundHalfUp(value: number): number {
  const exact = Number(Math.abs(value).toFixed(6))
  return Math.sign(value) * Math.round(exact) + 0
}

/** The older form that subscription items still have. */
export function planOf(price: Price): Plan {
  const { id, active, billing_scheme, created, currency, livemode, metadata, nickname } = price
  const recurring = price.recurring
  return {
    id,
    object: 'plan',
    active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme,
    created,
    currency,
    interval: recurring?.interval ?? 'month',
    interval_count: recurring?.interval_count ?? 1,
    livemode,
    metadata,
    meter: null,
    nickname,
    product: idOf(price.product),
    tiers_mode: price.tiers_mode,
    transform_usage: null,
    trial_period_days: recurring?.trial_period_days ?? null,
    usage_type: recurring?.usage_type ?? 'licensed',
  }
}

export function recurringPrice(world: World, id: string, param: string): Price {
  const price = find(world, 'price', id, param)
  if (!price.active)
    throw invalid('The price specified is inactive. This field only accepts active prices.')
  if (!price.recurring)
    throw invalid(`The price \`${id}\` is of type one_time: subscriptions need recurring prices.`)
  return price
}
