import type Stripe from 'stripe'
import { z } from 'zod'
import type { Router } from './call.ts'
import { newPrice, newProduct } from './catalog.ts'
import { expireSession, newSession } from './checkout.ts'
import { invalid } from './errors.ts'
import { page, within } from './lists.ts'
import { mergeMetadata } from './metadata.ts'
import { accepts, flag, int, metadata, paging, range, text, texts } from './params.ts'
import { refuseOldTypes } from './routes-payments.ts'
import { live } from './routes-customers.ts'
import { defined } from './routes-catalog.ts'
import type { CheckoutRecord } from './state.ts'
import { all, DAY, find, now, type World } from './world.ts'
import { idOf } from './wire.ts'

const customField = z.strictObject({ name: text, value: text })
const automatic = z.enum(['auto', 'never'])
const lineItem = z.strictObject({
  price: text.optional(),
  price_data: z
    .strictObject({
      currency: text,
      product: text.optional(),
      product_data: z.strictObject({ name: text }).optional(),
      recurring: z.strictObject({ interval: z.enum(['day', 'week', 'month', 'year']) }).optional(),
      tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
      unit_amount: int,
    })
    .optional(),
  quantity: int.optional(),
  tax_rates: texts.optional(),
  adjustable_quantity: z
    .strictObject({ enabled: flag, minimum: int.optional(), maximum: int.optional() })
    .optional(),
})
const subscriptionData = z.strictObject({
  billing_mode: z.strictObject({ type: z.literal('flexible') }).optional(),
  default_tax_rates: texts.optional(),
  description: text.optional(),
  invoice_settings: z
    .strictObject({
      account_tax_ids: texts.optional(),
      custom_fields: z.array(customField).optional(),
      footer: text.optional(),
    })
    .optional(),
  metadata: z.record(text, text).optional(),
  trial_end: int.optional(),
  trial_period_days: int.optional(),
  trial_settings: z
    .strictObject({
      end_behavior: z.strictObject({
        missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']),
      }),
    })
    .optional(),
})
const schema = accepts<Stripe.Checkout.SessionCreateParams & { payment_method_types?: unknown }>()(
  { mode: z.enum(['payment', 'setup', 'subscription']) },
  {
    allow_promotion_codes: flag,
    automatic_tax: z.strictObject({ enabled: flag }),
    billing_address_collection: z.enum(['auto', 'required']),
    cancel_url: text,
    client_reference_id: text,
    currency: text,
    customer: text,
    customer_update: z.strictObject({ address: automatic.optional(), name: automatic.optional() }),
    discounts: z.array(
      z.strictObject({ coupon: text.optional(), promotion_code: text.optional() }),
    ),
    expires_at: int,
    line_items: z.array(lineItem),
    locale: z.enum(['auto', 'en', 'en-GB']),
    metadata,
    payment_intent_data: z.strictObject({
      metadata: z.record(text, text).optional(),
      setup_future_usage: text.optional(),
    }),
    payment_method_collection: z.enum(['always', 'if_required']),
    payment_method_types: z.unknown(),
    setup_intent_data: z.strictObject({ metadata: z.record(text, text).optional() }),
    subscription_data: subscriptionData,
    success_url: text,
    tax_id_collection: z.strictObject({ enabled: flag }),
    ui_mode: z.literal('hosted_page'),
  },
)
type Input = z.output<typeof schema>

export function checkoutRoutes(on: Router): void {
  const base = '/v1/checkout/sessions'
  on('POST', base, schema, ({ world, params }) => {
    check(world, params)
    const {
      mode,
      automatic_tax,
      cancel_url,
      currency,
      customer,
      success_url,
      tax_id_collection,
      expires_at,
    } = params
    return newSession(world, recordFrom(world, params), {
      mode,
      success_url: success_url ?? null,
      cancel_url: cancel_url ?? null,
      currency: currency ?? null,
      customer: customer ?? null,
      expires_at: expires_at ?? now(world) + DAY,
      metadata: mergeMetadata({}, params.metadata),
      automatic_tax: {
        enabled: automatic_tax?.enabled ?? false,
        liability: automatic_tax?.enabled ? { type: 'self' } : null,
        provider: null,
        status: null,
      },
      ...(tax_id_collection && {
        tax_id_collection: { enabled: tax_id_collection.enabled, required: 'never' as const },
      }),
      ...defined({
        allow_promotion_codes: params.allow_promotion_codes,
        billing_address_collection: params.billing_address_collection,
        client_reference_id: params.client_reference_id,
        locale: params.locale,
        payment_method_collection: params.payment_method_collection,
      }),
    })
  })
  on(
    'GET',
    `${base}/:id`,
    accepts<Stripe.Checkout.SessionRetrieveParams>()({}, {}),
    ({ world, id }) => find(world, 'checkout.session', id),
  )
  on(
    'GET',
    base,
    accepts<Stripe.Checkout.SessionListParams>()(
      {},
      { ...paging, customer: text, subscription: text, status: text, created: range },
    ),
    ({ world, params }) => {
      const { customer, subscription, status, created } = params
      const rows = all(world, 'checkout.session').filter(
        (each) =>
          (customer === undefined || each.customer === customer) &&
          (subscription === undefined || idOf(each.subscription) === subscription) &&
          (status === undefined || each.status === status) &&
          within(each.created, created),
      )
      return page(rows, params, base)
    },
  )
  on(
    'GET',
    `${base}/:id/line_items`,
    accepts<Stripe.Checkout.SessionListLineItemsParams>()({}, paging),
    ({ world, id, params }) =>
      page(
        find(world, 'checkout.session', id).line_items?.data ?? [],
        params,
        `${base}/${id}/line_items`,
      ),
  )
  on(
    'POST',
    `${base}/:id/expire`,
    accepts<Stripe.Checkout.SessionExpireParams>()({}, {}),
    ({ world, id }) => {
      const session = find(world, 'checkout.session', id)
      if (session.status !== 'open')
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        )
      expireSession(world, id)
      return session
    },
  )
}

function check(world: World, params: Input): void {
  refuseOldTypes(params.payment_method_types)
  if (params.customer === undefined)
    throw invalid(
      'The emulator of Stripe needs a customer for Checkout: make it first.',
      'parameter_missing',
      'customer',
    )
  const customer = live(world, params.customer)
  if (params.success_url === undefined)
    throw invalid('Missing required param: success_url.', 'parameter_missing', 'success_url')
  for (const name of ['success_url', 'cancel_url'] as const) {
    const url = params[name]?.replace('{CHECKOUT_SESSION_ID}', 'x')
    if (url !== undefined && !/^https?:\/\//.test(url))
      throw invalid('Not a valid URL', 'url_invalid', name)
  }
  if (params.allow_promotion_codes && params.discounts)
    throw invalid('You may only specify one of these parameters: allow_promotion_codes, discounts.')
  if (params.mode !== 'setup' && !params.line_items?.length)
    throw invalid('Missing required param: line_items.', 'parameter_missing', 'line_items')
  const life = (params.expires_at ?? now(world) + DAY) - now(world)
  if (life < 1800 || life > DAY)
    throw invalid(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      undefined,
      'expires_at',
    )
  if (
    params.automatic_tax?.enabled &&
    params.customer_update?.address !== 'auto' &&
    !customer.address?.country
  )
    throw invalid(
      'Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to `auto`.',
      'customer_tax_location_invalid',
    )
  if (params.tax_id_collection?.enabled && params.customer_update?.name !== 'auto')
    throw invalid(
      'Tax ID collection requires updating business name on the customer. Set `customer_update[name]` to `auto`.',
    )
}

function recordFrom(world: World, params: Input): CheckoutRecord {
  const { subscription_data: data = {}, customer_update: update, discounts = [] } = params
  return {
    items: (params.line_items ?? []).map((item, index) => itemFrom(world, item, index)),
    discounts: discounts.map((each) => defined(each)),
    takesTaxId: params.tax_id_collection?.enabled ?? false,
    updatesAddress: update?.address === 'auto',
    updatesName: update?.name === 'auto',
    savesCard: params.payment_intent_data?.setup_future_usage !== undefined,
    subscription: {
      default_tax_rates: data.default_tax_rates ?? [],
      ...defined({ description: data.description }),
      invoice_settings: defined(data.invoice_settings ?? {}),
      metadata: data.metadata ?? {},
      missingMethod: data.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
      trialEnd: data.trial_end ?? null,
      trialDays: data.trial_period_days ?? null,
    },
    intentMetadata:
      params.payment_intent_data?.metadata ?? params.setup_intent_data?.metadata ?? {},
    method: null,
  }
}

function itemFrom(
  world: World,
  item: z.output<typeof lineItem>,
  index: number,
): CheckoutRecord['items'][number] {
  const {
    price,
    price_data: inline,
    quantity = 1,
    adjustable_quantity: adjustable,
    tax_rates = [],
  } = item
  if (price === undefined && !inline)
    throw invalid(
      'Missing required param: price.',
      'parameter_missing',
      `line_items[${index}][price]`,
    )
  return {
    price:
      price === undefined && inline
        ? inlinePrice(world, inline)
        : find(world, 'price', price ?? '', `line_items[${index}][price]`).id,
    quantity,
    isAdjustable: adjustable?.enabled ?? false,
    least: adjustable?.minimum ?? 0,
    most: adjustable?.maximum ?? 99,
    taxRates: tax_rates,
  }
}

function inlinePrice(
  world: World,
  inline: NonNullable<z.output<typeof lineItem>['price_data']>,
): string {
  const { currency, product_data, recurring, tax_behavior = 'unspecified', unit_amount } = inline
  const product = inline.product ?? newProduct(world, { name: product_data?.name ?? '' }).id
  const every = recurring && {
    ...recurring,
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed' as const,
  }
  return newPrice(
    world,
    {
      currency,
      product,
      unit_amount,
      unit_amount_decimal: String(unit_amount),
      tax_behavior,
      recurring: every ?? null,
      active: false,
    },
    false,
  ).id
}
