import { setupOutcome, unauthenticated, type Decline } from './cards.ts'
import { StripeError } from './errors.ts'
import { change, emit } from './events.ts'
import { attach, cardError, cardOf } from './methods.ts'
import { find, newId, now, store, type World } from './world.ts'
import { blank, idOf, type SetupIntent } from './wire.ts'

export function newSetupIntent(world: World, fields: Partial<SetupIntent>): SetupIntent {
  const id = newId('seti')
  const intent = store(world, 'setup_intent', {
    id,
    object: 'setup_intent',
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    client_secret: `${id}_secret_${newId('x').slice(2)}`,
    created: now(world),
    livemode: false,
    metadata: {},
    payment_method_options: {},
    payment_method_types: ['card'],
    status: fields.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    usage: 'off_session',
    ...blank(
      'allowed_payment_method_types',
      'application',
      'cancellation_reason',
      'customer',
      'customer_account',
    ),
    ...blank('description', 'excluded_payment_method_types', 'flow_directions', 'last_setup_error'),
    ...blank('latest_attempt', 'mandate', 'next_action', 'on_behalf_of', 'payment_method'),
    ...blank('payment_method_configuration_details', 'single_use_mandate'),
    ...fields,
  })
  emit(world, 'setup_intent.created', intent)
  return intent
}

export function confirmSetup(world: World, intent: SetupIntent, returnUrl: string | null): void {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_confirmation')
    throw unexpected(intent)
  const outcome = setupOutcome(cardOf(world, idOf(intent.payment_method)))
  if (outcome === 'ok') succeed(world, intent)
  else if (outcome === 'authenticate') {
    intent.status = 'requires_action'
    intent.next_action = {
      type: 'redirect_to_url',
      redirect_to_url: { return_url: returnUrl, url: `${world.url()}/3ds/${intent.id}` },
    }
    emit(world, 'setup_intent.requires_action', intent)
  } else fail(world, intent, outcome)
}

export function authenticateSetup(world: World, intent: SetupIntent, passes: boolean): void {
  if (intent.status !== 'requires_action') throw unexpected(intent)
  intent.next_action = null
  cardOf(world, idOf(intent.payment_method)).isAuthenticated = passes
  if (passes) succeed(world, intent)
  else fail(world, intent, { ...unauthenticated, code: 'setup_intent_authentication_failure' })
}

export function cancelSetup(world: World, intent: SetupIntent): void {
  if (['succeeded', 'canceled'].includes(intent.status)) throw unexpected(intent)
  change(world, null, intent, () => {
    intent.status = 'canceled'
    intent.next_action = null
  })
  emit(world, 'setup_intent.canceled', intent)
}

export function errorOfSetup(intent: SetupIntent): StripeError {
  const error = intent.last_setup_error
  const { code = 'card_declined', message = 'Your card was declined.', decline_code } = error ?? {}
  return cardError(
    { code, message, ...(decline_code && { decline_code }) },
    { setup_intent: intent },
  )
}

function succeed(world: World, intent: SetupIntent): void {
  const method = find(world, 'payment_method', idOf(intent.payment_method))
  intent.status = 'succeeded'
  intent.next_action = null
  intent.last_setup_error = null
  const customer = idOf(intent.customer)
  if (customer !== '') attach(world, method, customer)
  emit(world, 'setup_intent.succeeded', intent)
}

function fail(world: World, intent: SetupIntent, { code, ...rest }: Decline): void {
  intent.status = 'requires_payment_method'
  // Codes of cards.ts are among those of Stripe.
  intent.last_setup_error = { type: 'card_error', code: code as 'card_declined', ...rest }
  intent.payment_method = null
  emit(world, 'setup_intent.setup_failed', intent)
}

function unexpected(intent: SetupIntent): StripeError {
  return new StripeError(400, `This SetupIntent has a status of ${intent.status}.`, {
    code: 'setup_intent_unexpected_state',
    setup_intent: intent,
  })
}
