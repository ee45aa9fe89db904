import type Stripe from 'stripe'
import { z } from 'zod'
import type { Call, Router } from './call.ts'
import { addressOf } from './customers.ts'
import { invalid, missing } from './errors.ts'
import { change } from './events.ts'
import { cancelIntent, confirmIntent, errorOfIntent, newIntent } from './intents.ts'
import { page, within } from './lists.ts'
import { mergeMetadata } from './metadata.ts'
import { attach, detach, methodOf, newCard } from './methods.ts'
import { accepts, flag, int, metadata, paging, range, text } from './params.ts'
import { cancelSetup, confirmSetup, errorOfSetup, newSetupIntent } from './setup-intents.ts'
import { settleIntent } from './settlement.ts'
import { all, atTimeOf, find, type World } from './world.ts'
import { blank, idOf, type PaymentIntent, type PaymentMethod, type SetupIntent } from './wire.ts'
import { live } from './routes-customers.ts'
import { defined } from './routes-catalog.ts'

const card = z.strictObject({
  number: text,
  exp_month: int,
  exp_year: int,
  cvc: text.optional(),
})
const billing = z.strictObject({
  address: z.record(text, text).optional(),
  email: text.optional(),
  name: text.optional(),
  phone: text.optional(),
})
const methodData = z.strictObject({
  type: z.literal('card'),
  card: card.optional(),
  billing_details: billing.optional(),
})
const automatic = z.strictObject({
  enabled: flag,
  allow_redirects: z.enum(['always', 'never']).optional(),
})
// Refused since 2026-09-30, in words that say what to do.
const oldTypes = z.unknown()
const intentFields = {
  customer: text,
  description: text,
  metadata,
  payment_method: text,
  receipt_email: text,
}

export function paymentIntentRoutes(on: Router): void {
  on(
    'POST',
    '/v1/payment_intents',
    accepts<Stripe.PaymentIntentCreateParams & { payment_method_types?: unknown }>()(
      { amount: int, currency: text },
      {
        ...intentFields,
        automatic_payment_methods: automatic,
        confirm: flag,
        off_session: flag,
        return_url: text,
        setup_future_usage: z.enum(['off_session', 'on_session']),
        payment_method_types: oldTypes,
      },
    ),
    ({ world, params }) => {
      refuseOldTypes(params.payment_method_types)
      if (params.amount < 50)
        throw invalid('Amount must be at least $0.50.', 'amount_too_small', 'amount')
      if (params.customer !== undefined) live(world, params.customer)
      const { payment_method: method, off_session = false, return_url } = params
      const intent = newIntent(world, {
        amount: params.amount,
        currency: params.currency,
        ...defined({
          customer: params.customer,
          description: params.description,
          receipt_email: params.receipt_email,
          setup_future_usage: params.setup_future_usage,
        }),
        metadata: mergeMetadata({}, params.metadata),
        ...(method !== undefined && { payment_method: methodOf(world, method).id }),
      })
      return params.confirm ? confirm(world, intent, off_session, return_url) : intent
    },
  )
  on(
    'GET',
    '/v1/payment_intents/:id',
    accepts<Stripe.PaymentIntentRetrieveParams>()({}, { client_secret: text }),
    (call) => {
      const intent = find(call.world, 'payment_intent', call.id)
      checkSecret(call, intent)
      return intent
    },
    { open: true },
  )
  on(
    'POST',
    '/v1/payment_intents/:id',
    accepts<Stripe.PaymentIntentUpdateParams>()(
      {},
      { ...intentFields, amount: int, currency: text },
    ),
    ({ world, id, params }) => {
      const intent = find(world, 'payment_intent', id)
      const { metadata, payment_method: method, amount, description } = params
      if (intent.status === 'succeeded' && amount !== undefined)
        throw invalid('This PaymentIntent has succeeded.', 'payment_intent_unexpected_state')
      change(world, null, intent, () => {
        intent.metadata = mergeMetadata(intent.metadata, metadata)
        if (amount !== undefined) intent.amount = amount
        if (description !== undefined) intent.description = description
        if (method !== undefined) intent.payment_method = methodOf(world, method).id
      })
      return intent
    },
  )
  on(
    'POST',
    '/v1/payment_intents/:id/confirm',
    accepts<Stripe.PaymentIntentConfirmParams & { client_secret?: string }>()(
      {},
      {
        client_secret: text,
        off_session: flag,
        payment_method: text,
        payment_method_data: methodData,
        return_url: text,
      },
    ),
    (call) => {
      const { world, id, params } = call
      const intent = find(world, 'payment_intent', id)
      checkSecret(call, intent)
      const { payment_method: method, payment_method_data: data, off_session = false } = params
      if (data) intent.payment_method = cardFrom(world, data).id
      else if (method !== undefined) intent.payment_method = methodOf(world, method).id
      return confirm(world, intent, off_session, params.return_url)
    },
    { open: true },
  )
  on(
    'POST',
    '/v1/payment_intents/:id/cancel',
    accepts<Stripe.PaymentIntentCancelParams>()(
      {},
      {
        cancellation_reason: z.enum([
          'abandoned',
          'duplicate',
          'fraudulent',
          'requested_by_customer',
        ]),
      },
    ),
    ({ world, id, params }) => {
      const intent = find(world, 'payment_intent', id)
      cancelIntent(world, intent, params.cancellation_reason ?? null)
      return intent
    },
  )
  on(
    'GET',
    '/v1/payment_intents',
    accepts<Stripe.PaymentIntentListParams>()({}, { ...paging, customer: text, created: range }),
    ({ world, params }) => {
      const { customer, created } = params
      const rows = all(world, 'payment_intent').filter(
        (each) =>
          (customer === undefined || each.customer === customer) && within(each.created, created),
      )
      return page(rows, params, '/v1/payment_intents')
    },
  )
}

export function setupIntentRoutes(on: Router): void {
  on(
    'POST',
    '/v1/setup_intents',
    accepts<Stripe.SetupIntentCreateParams & { payment_method_types?: unknown }>()(
      {},
      {
        automatic_payment_methods: automatic,
        confirm: flag,
        customer: text,
        description: text,
        metadata,
        payment_method: text,
        return_url: text,
        usage: z.enum(['off_session', 'on_session']),
        payment_method_types: oldTypes,
      },
    ),
    ({ world, params }) => {
      refuseOldTypes(params.payment_method_types)
      if (params.customer !== undefined) live(world, params.customer)
      const { payment_method: method } = params
      const intent = newSetupIntent(world, {
        ...defined({
          customer: params.customer,
          description: params.description,
          usage: params.usage,
        }),
        metadata: mergeMetadata({}, params.metadata),
        ...(method !== undefined && { payment_method: methodOf(world, method).id }),
      })
      return params.confirm ? setup(world, intent, params.return_url) : intent
    },
  )
  on(
    'GET',
    '/v1/setup_intents/:id',
    accepts<Stripe.SetupIntentRetrieveParams>()({}, { client_secret: text }),
    (call) => {
      const intent = find(call.world, 'setup_intent', call.id)
      checkSecret(call, intent)
      return intent
    },
    { open: true },
  )
  on(
    'POST',
    '/v1/setup_intents/:id/confirm',
    accepts<Stripe.SetupIntentConfirmParams & { client_secret?: string }>()(
      {},
      {
        client_secret: text,
        payment_method: text,
        payment_method_data: methodData,
        return_url: text,
      },
    ),
    (call) => {
      const { world, id, params } = call
      const intent = find(world, 'setup_intent', id)
      checkSecret(call, intent)
      if (params.payment_method_data)
        intent.payment_method = cardFrom(world, params.payment_method_data).id
      else if (params.payment_method !== undefined)
        intent.payment_method = methodOf(world, params.payment_method).id
      return setup(world, intent, params.return_url)
    },
    { open: true },
  )
  on(
    'POST',
    '/v1/setup_intents/:id/cancel',
    accepts<Stripe.SetupIntentCancelParams>()({}, {}),
    ({ world, id }) => {
      const intent = find(world, 'setup_intent', id)
      cancelSetup(world, intent)
      return intent
    },
  )
}

export function paymentMethodRoutes(on: Router): void {
  on(
    'POST',
    '/v1/payment_methods',
    accepts<Stripe.PaymentMethodCreateParams>()(
      { type: z.literal('card') },
      { card, billing_details: billing },
    ),
    ({ world, params, isPublic }) => {
      if (!isPublic)
        throw invalid(
          'Sending credit card numbers directly to the Stripe API is generally unsafe. Use a ready test method such as pm_card_visa.',
        )
      return cardFrom(world, params)
    },
    { open: true },
  )
  on(
    'GET',
    '/v1/payment_methods/:id',
    accepts<Stripe.PaymentMethodRetrieveParams>()({}, {}),
    ({ world, id }) => find(world, 'payment_method', id),
  )
  on(
    'POST',
    '/v1/payment_methods/:id',
    accepts<Stripe.PaymentMethodUpdateParams>()({}, { metadata, billing_details: billing }),
    ({ world, id, params }) => {
      const method = find(world, 'payment_method', id)
      change(world, 'payment_method.updated', method, () => {
        method.metadata = mergeMetadata(method.metadata, params.metadata)
        Object.assign(method.billing_details, billingOf(params.billing_details))
      })
      return method
    },
  )
  on(
    'POST',
    '/v1/payment_methods/:id/attach',
    accepts<Stripe.PaymentMethodAttachParams>()({}, { customer: text }),
    ({ world, id, params }) => {
      const customer = live(world, params.customer ?? '')
      return atTimeOf(world, customer.id, () => attach(world, methodOf(world, id), customer.id))
    },
  )
  on(
    'POST',
    '/v1/payment_methods/:id/detach',
    accepts<Stripe.PaymentMethodDetachParams>()({}, {}),
    ({ world, id }) => {
      const method = find(world, 'payment_method', id)
      detach(world, method)
      return method
    },
  )
  on(
    'GET',
    '/v1/payment_methods',
    accepts<Stripe.PaymentMethodListParams>()(
      {},
      { ...paging, customer: text, type: z.literal('card') },
    ),
    ({ world, params }) =>
      page(
        all(world, 'payment_method').filter(
          ({ customer }) => customer === (params.customer ?? null),
        ),
        params,
        '/v1/payment_methods',
      ),
  )
}

export function confirm(
  world: World,
  intent: PaymentIntent,
  offSession: boolean,
  returnUrl: string | undefined,
): PaymentIntent {
  return atTimeOf(world, idOf(intent.customer), () => {
    confirmIntent(world, intent, { offSession, returnUrl })
    settleIntent(world, intent)
    if (intent.status === 'requires_payment_method') throw errorOfIntent(intent)
    return intent
  })
}

function setup(world: World, intent: SetupIntent, returnUrl: string | undefined): SetupIntent {
  confirmSetup(world, intent, returnUrl ?? null)
  if (intent.status === 'requires_payment_method') throw errorOfSetup(intent)
  return intent
}

function cardFrom(
  world: World,
  {
    card: input,
    billing_details: details,
  }: {
    card?: z.output<typeof card> | undefined
    billing_details?: z.output<typeof billing> | undefined
  },
): PaymentMethod {
  if (!input) throw invalid('Missing required param: card.', 'parameter_missing', 'card')
  return newCard(world, input, billingOf(details))
}

function billingOf(
  details: z.output<typeof billing> | undefined,
): Partial<PaymentMethod['billing_details']> {
  if (!details) return {}
  const { address, email, name, phone } = details
  return {
    ...blank('tax_id'),
    ...defined({ email, name, phone }),
    ...(address && { address: addressOf(address) }),
  }
}

function checkSecret(
  { isPublic, params, id }: Call<{ client_secret?: string | undefined }>,
  intent: { object: string; client_secret: string | null },
): void {
  if (isPublic && params.client_secret !== intent.client_secret)
    throw missing(intent.object, id, 'intent')
}

export function refuseOldTypes(value: unknown): void {
  if (value !== undefined)
    throw invalid(
      'payment_method_types is no longer supported: leave it out.',
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    )
}
