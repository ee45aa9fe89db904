import { expect, test } from 'vitest'
import { dayOfText } from '../../../server/importers/dates.ts'
import { textLines } from '../../../server/importers/lines.ts'
import { isMobile, phoneOf } from '../../../server/importers/phones.ts'

test.each([
  ['2024-03-12', '2024-03-12'],
  ['2026-03-18T22:36:33+00:00', '2026-03-18'],
  ['2024-03-12 09:14', '2024-03-12'],
  ['12/03/2024', '2024-03-12'],
  ['3/15/2024 2:30 PM', '2024-03-15'],
  ['12 Mar 2024', '2024-03-12'],
  ['March 2024', '2024-03-01'],
  ['2024-03', '2024-03-01'],
  ['20260301', '2026-03-01'],
  ['2019', '2019-01-01'],
  ['31/02/2024', undefined],
  ['12 Mai 2024', undefined],
  ['soon', undefined],
])('reads the day of %s as %s', (text, day) => {
  expect(dayOfText(text)).toBe(day)
})

test.each([
  ['0491 570 156', 'AU', '+61 491 570 156'],
  ['491570156', 'AU', '+61 491 570 156'],
  ["'+61 491 570 156", 'AU', '+61 491 570 156'],
  ['(08) 5550 1234 ext 12', 'AU', '+61 8 5550 1234'],
  ['0011 64 25 555 0123', 'AU', '+64255550123'],
  ['025 555 0123', 'NZ', '+64255550123'],
  ['64255550123', 'NZ', '+64255550123'],
  ['(415) 555-0132', 'US', '(415) 555-0132'],
  ['6.1E+10', 'AU', undefined],
  ['12345', 'AU', undefined],
  ['none', 'AU', undefined],
])('reads the number %s in %s as %s', (text, country, phone) => {
  expect(phoneOf(text, country)).toBe(phone)
})

test('knows mobile numbers of both countries', () => {
  expect(['+61 491 570 156', '+64255550123', '+61 8 5550 1234'].map(isMobile)).toEqual([
    true,
    true,
    false,
  ])
})

test('reads lines with any end, wherever chunks end', async () => {
  const bytes = Buffer.from('a "b\r\n\n é\nlast\r\n\r\nno end')
  for (const size of [1, 3, bytes.length]) {
    const chunks = (async function* () {
      for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
    })()
    const lines = []
    for await (const { line, text } of textLines(chunks)) lines.push([line, text])
    expect(lines).toEqual([
      [1, 'a "b'],
      [3, ' é'],
      [4, 'last'],
      [6, 'no end'],
    ])
  }
})
