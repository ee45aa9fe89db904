import type Stripe from 'stripe'
import { z } from 'zod'
import type { Router } from './call.ts'
import { newPrice, newProduct, releaseKey } from './catalog.ts'
import { invalid } from './errors.ts'
import { change, emit } from './events.ts'
import { page, within } from './lists.ts'
import { mergeMetadata, orNull, setPresent } from './metadata.ts'
import { accepts, decimal, flag, int, metadata, paging, range, text, texts } from './params.ts'
import { all, find, now, table, type World } from './world.ts'
import { idOf, type Price } from './wire.ts'

const behavior = z.enum(['exclusive', 'inclusive', 'unspecified'])
const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: int.optional(),
  usage_type: z.literal('licensed').optional(),
})
const tier = z.strictObject({
  up_to: z.union([z.literal('inf').transform(() => null), int]),
  flat_amount: int.optional(),
  unit_amount: int.optional(),
  unit_amount_decimal: decimal.optional(),
})
const priceData = z.strictObject({
  currency: text,
  recurring: recurring.optional(),
  unit_amount: int.optional(),
  unit_amount_decimal: decimal.optional(),
  tax_behavior: behavior.optional(),
})
const productFields = {
  active: flag,
  description: text,
  images: texts,
  metadata,
  shippable: flag,
  statement_descriptor: text,
  tax_code: text,
  unit_label: text,
  url: text,
}

export function productRoutes(on: Router): void {
  on(
    'POST',
    '/v1/products',
    accepts<Stripe.ProductCreateParams>()(
      { name: text.min(1) },
      { ...productFields, id: text, type: z.literal('service'), default_price_data: priceData },
    ),
    ({ world, params: { default_price_data: data, metadata, ...fields } }) => {
      if (fields.id && table(world, 'product')[fields.id])
        throw invalid('Product already exists.', 'resource_already_exists', 'id')
      const product = newProduct(world, {
        ...defined(fields),
        name: fields.name,
        metadata: mergeMetadata({}, metadata),
      })
      if (data)
        product.default_price = newPrice(world, { ...amounts(data), product: product.id }, false).id
      return product
    },
  )
  on('GET', '/v1/products/:id', accepts<Stripe.ProductRetrieveParams>()({}, {}), ({ world, id }) =>
    find(world, 'product', id),
  )
  on(
    'POST',
    '/v1/products/:id',
    accepts<Stripe.ProductUpdateParams>()(
      {},
      { ...productFields, name: text.min(1), default_price: text },
    ),
    ({ world, id, params: { metadata, description, ...fields } }) => {
      const product = find(world, 'product', id)
      change(world, 'product.updated', product, () => {
        setPresent(product, fields)
        if (description !== undefined) product.description = orNull(description)
        product.metadata = mergeMetadata(product.metadata, metadata)
        product.updated = now(world)
      })
      return product
    },
  )
  on(
    'DELETE',
    '/v1/products/:id',
    accepts<Stripe.ProductDeleteParams>()({}, {}),
    ({ world, id }) => {
      const product = find(world, 'product', id)
      if (pricesOf(world, id).length > 0)
        throw invalid('This product cannot be deleted because it has one or more prices.')
      delete table(world, 'product')[id]
      emit(world, 'product.deleted', product)
      return { id, object: 'product', deleted: true }
    },
  )
  on(
    'GET',
    '/v1/products',
    accepts<Stripe.ProductListParams>()(
      {},
      { ...paging, active: flag, ids: texts, created: range },
    ),
    ({ world, params }) => {
      const { active, ids, created } = params
      const rows = all(world, 'product').filter(
        (product) =>
          (active === undefined || product.active === active) &&
          (!ids || ids.includes(product.id)) &&
          within(product.created, created),
      )
      return page(rows, params, '/v1/products')
    },
  )
}

export function priceRoutes(on: Router): void {
  on(
    'POST',
    '/v1/prices',
    accepts<Stripe.PriceCreateParams>()(
      { currency: text },
      {
        active: flag,
        billing_scheme: z.enum(['per_unit', 'tiered']),
        lookup_key: text,
        metadata,
        nickname: text,
        product: text,
        product_data: z.strictObject({
          name: text,
          metadata: metadata.optional(),
          tax_code: text.optional(),
        }),
        recurring,
        tax_behavior: behavior,
        tiers: z.array(tier),
        tiers_mode: z.enum(['graduated', 'volume']),
        transfer_lookup_key: flag,
        unit_amount: int,
        unit_amount_decimal: decimal,
      },
    ),
    ({ world, params }) => {
      const {
        product,
        product_data: inline,
        tiers,
        transfer_lookup_key: transfers = false,
      } = params
      if (product === undefined && !inline)
        throw invalid('Missing required param: product.', 'parameter_missing', 'product')
      const productId =
        product ??
        newProduct(world, {
          name: inline?.name ?? '',
          metadata: mergeMetadata({}, inline?.metadata),
        }).id
      const price: Pick<Price, 'currency' | 'product'> & Partial<Price> = {
        ...amounts(params),
        product: productId,
        metadata: mergeMetadata({}, params.metadata),
        ...defined({
          active: params.active,
          billing_scheme: params.billing_scheme,
          lookup_key: params.lookup_key,
          nickname: params.nickname,
          tiers_mode: params.tiers_mode,
        }),
      }
      if (tiers)
        price.tiers = tiers.map(({ flat_amount, unit_amount, unit_amount_decimal, up_to }) => ({
          flat_amount: flat_amount ?? null,
          flat_amount_decimal: flat_amount === undefined ? null : String(flat_amount),
          unit_amount: unit_amount ?? null,
          unit_amount_decimal:
            unit_amount_decimal ?? (unit_amount === undefined ? null : String(unit_amount)),
          up_to,
        }))
      return newPrice(world, price, transfers)
    },
  )
  on('GET', '/v1/prices/:id', accepts<Stripe.PriceRetrieveParams>()({}, {}), ({ world, id }) =>
    find(world, 'price', id),
  )
  on(
    'POST',
    '/v1/prices/:id',
    accepts<Stripe.PriceUpdateParams>()(
      {},
      {
        active: flag,
        lookup_key: text,
        metadata,
        nickname: text,
        tax_behavior: behavior,
        transfer_lookup_key: flag,
      },
    ),
    ({ world, id, params: { metadata, transfer_lookup_key: transfers = false, ...fields } }) => {
      const price = find(world, 'price', id)
      if (fields.lookup_key && fields.lookup_key !== price.lookup_key)
        releaseKey(world, fields.lookup_key, transfers)
      change(world, 'price.updated', price, () => {
        setPresent(price, fields)
        price.lookup_key = orNull(price.lookup_key ?? '')
        price.metadata = mergeMetadata(price.metadata, metadata)
      })
      for (const { items } of all(world, 'subscription'))
        for (const item of items.data) if (item.price.id === id) item.price = structuredClone(price)
      return price
    },
  )
  on(
    'GET',
    '/v1/prices',
    accepts<Stripe.PriceListParams>()(
      {},
      {
        ...paging,
        active: flag,
        currency: text,
        lookup_keys: texts,
        product: text,
        type: z.enum(['one_time', 'recurring']),
        created: range,
      },
    ),
    ({ world, params }) => {
      const { active, currency, lookup_keys: keys, product, type, created } = params
      const rows = all(world, 'price').filter(
        (price) =>
          (active === undefined || price.active === active) &&
          (currency === undefined || price.currency === currency) &&
          (!keys || keys.includes(price.lookup_key ?? '')) &&
          (product === undefined || idOf(price.product) === product) &&
          (type === undefined || price.type === type) &&
          within(price.created, created),
      )
      return page(rows, params, '/v1/prices')
    },
  )
}

type Amounts = {
  currency: string
  recurring?: z.output<typeof recurring> | undefined
  unit_amount?: number | undefined
  unit_amount_decimal?: string | undefined
  tax_behavior?: z.output<typeof behavior> | undefined
}

function amounts({
  currency,
  recurring,
  unit_amount: whole,
  unit_amount_decimal: text,
  tax_behavior,
}: Amounts) {
  const exact = text ?? (whole === undefined ? null : String(whole))
  const isWhole = exact !== null && /^-?\d+$/.test(exact)
  return {
    currency,
    unit_amount: isWhole ? Number(exact) : null,
    unit_amount_decimal: exact,
    tax_behavior: tax_behavior ?? ('unspecified' as const),
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed' as const,
        }
      : null,
  }
}

export function defined<T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

function pricesOf(world: World, product: string): Price[] {
  return Object.values(table(world, 'price')).filter((price) => idOf(price.product) === product)
}
