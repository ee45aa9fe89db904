import type { CardRecord } from './state.ts'

export interface Decline {
  code: string
  decline_code?: string
  message: string
  advice_code?: string
}

type Outcome = 'ok' | 'authenticate' | Decline

const declined = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
  advice_code: ['lost_card', 'stolen_card'].includes(decline_code)
    ? 'do_not_try_again'
    : 'try_again_later',
})

const insufficient = declined('insufficient_funds', 'Your card has insufficient funds.')
const generic = declined('generic_decline')
export const unauthenticated: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

const DECLINES: Record<string, Decline> = {
  '4000000000000002': generic,
  '4000000000009995': insufficient,
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000006975': declined('card_velocity_exceeded'),
  '4000000000000069': {
    code: 'expired_card',
    decline_code: 'expired_card',
    message: 'Your card has expired.',
  },
  '4000000000000127': {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  '4000000000000119': {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
}

const ONCE = '4000002500003155'
const ALWAYS = '4000002760003184'
const READY = '4000003800000446'
const THEN_POOR = '4000008260003178'
const REQUIRED = '4000000000003220'
const REQUIRED_THEN_DECLINED = '4000008400001629'
const LOOKUP_ERROR = '4000008400001280'
const LATER_FAILS = '4000000000000341'

const SUCCEEDING: Record<string, { country: string; brand?: string }> = {
  '4242424242424242': { country: 'US' },
  '4000000360000006': { country: 'AU' },
  '4000005540000008': { country: 'NZ' },
  '5555555555554444': { country: 'US', brand: 'mastercard' },
  '4000000000003055': { country: 'US' },
  '4000000000003097': { country: 'US' },
  '4000000000000077': { country: 'US' },
  '4000000000000259': { country: 'US' },
  '4000000000002685': { country: 'US' },
  '4000000000001976': { country: 'US' },
  '4000000000005423': { country: 'US' },
  '4000000000007726': { country: 'US' },
  '4000000000005126': { country: 'US' },
}

const AUTHENTICATING = new Set([
  ONCE,
  ALWAYS,
  READY,
  THEN_POOR,
  REQUIRED,
  REQUIRED_THEN_DECLINED,
  LOOKUP_ERROR,
])

/** Why a dispute is opened by itself after the payment. */
export const DISPUTES: Record<string, { reason: string; isInquiry: boolean }> = {
  '4000000000000259': { reason: 'fraudulent', isInquiry: false },
  '4000000000002685': { reason: 'product_not_received', isInquiry: false },
  '4000000000001976': { reason: 'fraudulent', isInquiry: true },
}

export const REFUND_LATE = '4000000000007726'
export const REFUND_FAILS = '4000000000005126'

const TOKENS: Record<string, string> = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  au: '4000000360000006',
  nz: '4000005540000008',
  chargeDeclined: '4000000000000002',
  visa_chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedLostCard: '4000000000009987',
  visa_chargeDeclinedStolenCard: '4000000000009979',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedProcessingError: '4000000000000119',
  chargeCustomerFail: LATER_FAILS,
  authenticationRequired: ALWAYS,
  authenticationRequiredOnSetup: ONCE,
  authenticationRequiredSetupForOffSession: READY,
  threeDSecure2Required: REQUIRED,
  createDispute: '4000000000000259',
  createDisputeProductNotReceived: '4000000000002685',
  createDisputeInquiry: '4000000000001976',
  pendingRefund: REFUND_LATE,
  refundFail: REFUND_FAILS,
}

/** `pm_card_visa`; undefined for others. */
export function numberOfToken(token: string): string | undefined {
  return token.startsWith('pm_card_') ? TOKENS[token.slice('pm_card_'.length)] : undefined
}

export const TEST_CARDS = [
  ['4242424242424242', 'succeeds'],
  ['4000002500003155', '3-D Secure, at set-up'],
  ['4000002760003184', '3-D Secure, always'],
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'insufficient funds'],
  ['4000000000000341', 'fails at later charges'],
  ['4000000000000259', 'disputed after payment'],
] as const

/** Undefined for a test card; else why it is refused. */
export function refusalOf(number: string): Decline | undefined {
  if (
    number in SUCCEEDING ||
    number in DECLINES ||
    AUTHENTICATING.has(number) ||
    number === LATER_FAILS
  )
    return undefined
  if (!passesLuhn(number))
    return { code: 'incorrect_number', message: 'Your card number is incorrect.' }
  return {
    ...declined('test_mode_live_card'),
    message: 'Your card was declined. The emulator accepts only the test cards of Stripe.',
  }
}

export function lookOf(number: string): { brand: string; country: string } {
  const known = SUCCEEDING[number]
  return { brand: known?.brand ?? 'visa', country: known?.country ?? 'US' }
}

/** Of a charge; a card answers differently when its owner is away. */
export function chargeOutcome(
  { number, isAuthenticated }: CardRecord,
  offSession: boolean,
): Outcome {
  if (number === LATER_FAILS) return generic
  const decline = DECLINES[number]
  if (decline) return decline
  if (!AUTHENTICATING.has(number)) return 'ok'
  if (offSession)
    return number === READY || (number === ONCE && isAuthenticated) ? 'ok' : unauthenticated
  if (number === ONCE && isAuthenticated) return 'ok'
  return number === LOOKUP_ERROR ? generic : 'authenticate'
}

/** Once the owner has passed 3-D Secure. */
export function authenticatedOutcome({ number }: CardRecord): 'ok' | Decline {
  if (number === THEN_POOR) return insufficient
  return number === REQUIRED_THEN_DECLINED ? generic : 'ok'
}

/** Of saving a card without a charge. */
export function setupOutcome({ number }: CardRecord): Outcome {
  const decline = DECLINES[number]
  if (decline) return decline
  return number === ONCE || number === ALWAYS || number === REQUIRED ? 'authenticate' : 'ok'
}

function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
