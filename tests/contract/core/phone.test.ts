import { parsePhoneNumberFromString as large } from 'libphonenumber-js/max'
import { parsePhoneNumberFromString as small } from 'libphonenumber-js/min'
import { describe, expect, it } from 'vitest'
import { internationalNumber, phoneErrors } from '../../../contract/core/phone.ts'

const accepted: Record<string, string> = {
  '+61491570006': '+61491570006',
  ' +61 491 570 156 ': '+61491570156',
  '+61 (491) 570-157': '+61491570157',
  '+64 21 555 0100': '+64215550100',
}
const refused = [
  '',
  '0491 570 006',
  '61491570006',
  '+61 491 570',
  '+61 491 570 006 99',
  '+999 491 570 006',
  '+61491570006 ext. 5',
  'call +61491570006',
  '+61 4915 7000 a',
  '+',
  '++61491570006',
  `+61${'4'.repeat(500)}`,
]

describe.each([
  ['the small reader of the browser', small],
  ['the large reader of the server', large],
])('a mobile number, by %s', (_, read) => {
  it.each(Object.entries(accepted))('normalises %s to %s', (text, number) => {
    expect(internationalNumber(text, read)).toBe(number)
  })

  it.each(refused)('refuses %s', (text) => {
    expect(internationalNumber(text, read)).toBeNull()
  })
})

it('shows the specification’s two errors word for word', () => {
  expect(phoneErrors).toEqual({
    inUse: 'This mobile number is taken. Please try another.',
    format: 'Mobile number must be in a valid international format',
  })
})
