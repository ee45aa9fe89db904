import {
  authenticatedOutcome,
  chargeOutcome,
  DISPUTES,
  unauthenticated,
  type Decline,
} from './cards.ts'
import { newCharge } from './charges.ts'
import { openDispute } from './disputes.ts'
import { StripeError } from './errors.ts'
import { change, emit } from './events.ts'
import { attach, cardOf } from './methods.ts'
import { find, newId, now, store, type World } from './world.ts'
import { blank, idOf, type PaymentIntent } from './wire.ts'

export function newIntent(
  world: World,
  fields: Pick<PaymentIntent, 'amount' | 'currency'> & Partial<PaymentIntent>,
): PaymentIntent {
  const id = newId('pi')
  const intent = store(world, 'payment_intent', {
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('x').slice(2)}`,
    confirmation_method: 'automatic',
    created: now(world),
    livemode: false,
    metadata: {},
    payment_method_options: {},
    payment_method_types: ['card'],
    status: fields.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    ...blank(
      'allowed_payment_method_types',
      'application',
      'application_fee_amount',
      'canceled_at',
    ),
    ...blank('cancellation_reason', 'customer', 'customer_account', 'description'),
    ...blank(
      'excluded_payment_method_types',
      'last_payment_error',
      'latest_charge',
      'managed_payments',
    ),
    ...blank(
      'next_action',
      'on_behalf_of',
      'payment_method',
      'payment_method_configuration_details',
    ),
    ...blank(
      'payment_record',
      'processing',
      'receipt_email',
      'review',
      'setup_future_usage',
      'shipping',
    ),
    ...blank(
      'source',
      'statement_descriptor',
      'statement_descriptor_suffix',
      'transfer_data',
      'transfer_group',
    ),
    ...fields,
  })
  emit(world, 'payment_intent.created', intent)
  return intent
}

export interface Confirmation {
  offSession: boolean
  /** Its owner has passed 3-D Secure on the payment page. */
  isAuthenticated?: boolean | undefined
  returnUrl?: string | undefined
}

/** Tries the chosen card; the status says how it went. */
export function confirmIntent(world: World, intent: PaymentIntent, how: Confirmation): void {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation')
    throw unexpected(intent, 'confirm')
  const methodId = idOf(intent.payment_method)
  if (methodId === '')
    throw new StripeError(
      400,
      'You cannot confirm this PaymentIntent because it is missing a payment method.',
      {
        code: 'payment_intent_unexpected_state',
        payment_intent: intent,
      },
    )
  const card = cardOf(world, methodId)
  if (how.isAuthenticated) card.isAuthenticated = true
  const outcome = how.isAuthenticated
    ? authenticatedOutcome(card)
    : chargeOutcome(card, how.offSession)
  if (outcome === 'ok') succeed(world, intent)
  else if (outcome === 'authenticate') requireAction(world, intent, how.returnUrl ?? null)
  else fail(world, intent, outcome)
}

/** The answer of the 3-D Secure page. */
export function authenticateIntent(world: World, intent: PaymentIntent, passes: boolean): void {
  if (intent.status !== 'requires_action') throw unexpected(intent, 'authenticate')
  intent.next_action = null
  if (!passes) {
    fail(world, intent, {
      ...unauthenticated,
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    })
    return
  }
  const card = cardOf(world, idOf(intent.payment_method))
  const outcome = authenticatedOutcome(card)
  if (outcome !== 'ok') {
    fail(world, intent, outcome)
    return
  }
  card.isAuthenticated = true
  succeed(world, intent)
}

export function cancelIntent(
  world: World,
  intent: PaymentIntent,
  reason: PaymentIntent['cancellation_reason'],
): void {
  if (['succeeded', 'canceled'].includes(intent.status)) throw unexpected(intent, 'cancel')
  change(world, null, intent, () => {
    intent.status = 'canceled'
    intent.canceled_at = now(world)
    intent.cancellation_reason = reason
    intent.next_action = null
  })
  emit(world, 'payment_intent.canceled', intent)
}

function succeed(world: World, intent: PaymentIntent): void {
  const charge = newCharge(world, intent, null)
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.latest_charge = charge.id
  intent.last_payment_error = null
  intent.next_action = null
  const customer = idOf(intent.customer)
  const method = find(world, 'payment_method', idOf(intent.payment_method))
  if (intent.setup_future_usage !== null && customer !== '') attach(world, method, customer)
  emit(world, 'charge.succeeded', charge)
  emit(world, 'payment_intent.succeeded', intent)
  const dispute = DISPUTES[cardOf(world, method.id).number]
  if (dispute) openDispute(world, charge, dispute)
}

function requireAction(world: World, intent: PaymentIntent, returnUrl: string | null): void {
  intent.status = 'requires_action'
  intent.next_action = {
    type: 'redirect_to_url',
    redirect_to_url: { return_url: returnUrl, url: `${world.url()}/3ds/${intent.id}` },
  }
  emit(world, 'payment_intent.requires_action', intent)
}

function fail(world: World, intent: PaymentIntent, decline: Decline): void {
  const charge = newCharge(world, intent, decline)
  const { code, ...rest } = decline
  intent.latest_charge = charge.id
  intent.status = 'requires_payment_method'
  intent.last_payment_error = {
    type: code === 'payment_intent_authentication_failure' ? 'invalid_request_error' : 'card_error',
    // Codes of cards.ts are among those of Stripe.
    code: code as 'card_declined',
    charge: charge.id,
    ...rest,
    payment_method: structuredClone(find(world, 'payment_method', idOf(intent.payment_method))),
  }
  intent.payment_method = null
  emit(world, 'charge.failed', charge)
  emit(world, 'payment_intent.payment_failed', intent)
}

/** As Stripe answers a confirmation that failed. */
export function errorOfIntent(intent: PaymentIntent): StripeError {
  const error = intent.last_payment_error
  return new StripeError(402, error?.message ?? 'Your card was declined.', {
    type: 'card_error',
    ...(error?.code && { code: error.code }),
    ...(error?.decline_code && { decline_code: error.decline_code }),
    ...(error?.advice_code && { advice_code: error.advice_code }),
    payment_intent: intent,
  })
}

function unexpected(intent: PaymentIntent, verb: string): StripeError {
  return new StripeError(
    400,
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  )
}
