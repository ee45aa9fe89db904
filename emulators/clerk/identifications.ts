import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { clerkError } from './errors.ts'
import type { Identification } from './state.ts'
import { newId, userByEmail, userByPhone, type World } from './world.ts'

export function checkEmail(world: World, email: string): string {
  const address = addressForm(email)
  if (userByEmail(world.state, address)) {
    throw clerkError(
      422,
      'form_identifier_exists',
      'That email address is taken. Please try another.',
      'email_address',
    )
  }
  return address
}

/** Lower case; throws if it is malformed. */
export function addressForm(email: string): string {
  const address = email.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) {
    throw clerkError(
      422,
      'form_param_format_invalid',
      'Email address must be a valid email address.',
      'email_address',
    )
  }
  return address
}

/** E.164; throws if it is invalid, taken, or without + and a country prefix. */
export function checkPhone(world: World, phone: string): string {
  const parsed = parsePhoneNumberFromString(phone)
  if (!parsed?.isValid()) {
    throw clerkError(
      422,
      'form_param_format_invalid',
      'Phone number must be a valid phone number according to E.164 international standard.',
      'phone_number',
    )
  }
  const { number } = parsed
  if (userByPhone(world.state, number)) {
    throw clerkError(
      422,
      'form_identifier_exists',
      'That phone number is taken. Please try another.',
      'phone_number',
    )
  }
  return number
}

export function newIdentification(value: string, verified: boolean): Identification {
  return { id: newId('idn'), value, verified }
}
