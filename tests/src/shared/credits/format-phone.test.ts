import { expect, it } from 'vitest'
import { formatPhone } from '../../../../src/shared/credits/format-phone.ts'

it.each([
  ['AU', '+61 8 7010 2513', '(08) 7010 2513'],
  ['AU', '+61870102513', '(08) 7010 2513'],
  ['AU', '+61 491 570 156', '0491 570 156'],
  ['AU', '0491570156', '0491 570 156'],
  ['NZ', '+64 3 555 0123', '(03) 555 0123'],
  ['NZ', '+64 25 555 0123', '025 555 0123'],
] as const)('a reader in %s sees the number %s as %s', (reader, number, shown) => {
  expect(formatPhone(number, reader)).toBe(shown)
})

it.each([
  ['NZ', '+61 8 7010 2513'],
  ['AU', '+64 3 555 0123'],
  ['AU', '+61 4•• ••• •••'],
  ['AU', '1300 555 012'],
  [null, '+61 8 7010 2513'],
] as const)('a reader in %s sees the number %s unchanged', (reader, number) => {
  expect(formatPhone(number, reader)).toBe(number)
})
