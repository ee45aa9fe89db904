import { addressOf } from './customers.ts'
import {
  chargeOutcome,
  lookOf,
  numberOfToken,
  refusalOf,
  setupOutcome,
  type Decline,
} from './cards.ts'
import { invalid, StripeError } from './errors.ts'
import { change, emit } from './events.ts'
import type { CardRecord } from './state.ts'
import { find, newId, now, store, type World } from './world.ts'
import { blank, idOf, type PaymentMethod } from './wire.ts'

export interface CardInput {
  number: string
  exp_month: number
  exp_year: number
  cvc?: string | undefined
}

export function newCard(
  world: World,
  input: CardInput,
  billing: Partial<PaymentMethod['billing_details']> = {},
): PaymentMethod {
  const number = input.number.replaceAll(/\s/g, '')
  const refusal = refusalOf(number)
  if (refusal) throw cardError(refusal)
  const { brand, country } = lookOf(number)
  const id = newId('pm')
  world.state.cards[id] = { number, isAuthenticated: false }
  return store(world, 'payment_method', {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: addressOf({}),
      ...blank('email', 'name', 'phone', 'tax_id'),
      ...billing,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country,
      display_brand: brand,
      exp_month: input.exp_month,
      exp_year: input.exp_year,
      fingerprint: `emulated${number.slice(-8)}`,
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now(world),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  })
}

/** A stored method, or one of Stripe's ready ones, which becomes a new method. */
export function methodOf(world: World, id: string, param = 'payment_method'): PaymentMethod {
  const number = numberOfToken(id)
  if (number === undefined) return find(world, 'payment_method', id, param)
  return newCard(world, {
    number,
    exp_month: 12,
    exp_year: new Date(now(world) * 1000).getUTCFullYear() + 4,
  })
}

export function attach(world: World, method: PaymentMethod, customerId: string): PaymentMethod {
  if (idOf(method.customer) === customerId) return method
  if (method.customer !== null)
    throw invalid('The payment method you provided has already been attached to a customer.')
  const refused = setupOutcome(cardOf(world, method.id))
  if (typeof refused === 'object') throw cardError(refused)
  method.customer = customerId
  emit(world, 'payment_method.attached', method)
  return method
}

export function detach(world: World, method: PaymentMethod): void {
  change(world, 'payment_method.detached', method, () => {
    method.customer = null
  })
}

export function cardOf({ state }: World, methodId: string): CardRecord {
  return state.cards[methodId] ?? { number: '4242424242424242', isAuthenticated: false }
}

/** Before something is changed that must not stay if the card fails. */
export function declineOf(world: World, methodId: string): Decline | undefined {
  const outcome = chargeOutcome(cardOf(world, methodId), true)
  return typeof outcome === 'object' ? outcome : undefined
}

export function cardError(decline: Decline, more: object = {}): StripeError {
  const { message, ...details } = decline
  return new StripeError(402, message, { type: 'card_error', ...details, ...more })
}
