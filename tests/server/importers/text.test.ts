import { expect, test } from 'vitest'
import { geocode, parseAddress } from '../../../server/importers/addresses.ts'
import { bandOfRange } from '../../../server/importers/numbers.ts'
import { readableName } from '../../../server/importers/readable-name.ts'
import { textProblem, normaliseText, stripFormulaGuard } from '../../../server/importers/text.ts'

test.each([
  ['BANKSIA GROUP LIMITED', 'Banksia Group Limited'],
  ['BQM GROUP LIMITED', 'BQM Group Limited'],
  ['SMOKE BUSH & SONS PTY LTD', 'Smoke Bush & Sons Pty Ltd'],
  ['BANK OF EXAMPLE.', 'Bank of Example'],
  ['KAURI NL', 'Kauri NL'],
  ['LONGLEAF, INC.', 'Longleaf, Inc.'],
  ['WATTLE INDUSTRIAL REIT.', 'Wattle Industrial REIT'],
  ["DRYANDRA'S PIZZA LIMITED..", "Dryandra's Pizza Limited"],
  ['MCEXAMPLE BROTHERS LTD', 'McExample Brothers Ltd'],
  ['HAKEA.COM.AU LIMITED', 'Hakea.com.au Limited'],
  ['WATTLE GROUP LIMITED (THE)', 'The Wattle Group Limited'],
  ['3D KAURI FUND III', '3D Kauri Fund III'],
  ['LIFE360 INC.', 'Life360 Inc.'],
  ['HI-TECH METALS', 'Hi-Tech Metals'],
  ['kauri dairy', 'Kauri Dairy'],
  ['eBanksia Pty Ltd', 'eBanksia Pty Ltd'],
])('writes %s as %s', (given, wanted) => {
  expect(readableName(given)).toBe(wanted)
})

test('treats a word that equals the ticker as an acronym', () => {
  expect(readableName('XEROD LIMITED', 'XEROD')).toBe('XEROD Limited')
  expect(readableName('XEROD LIMITED')).toBe('Xerod Limited')
})

test.each([
  [
    { city: 'Perth', state: 'Western Australia', postcode: '6000' },
    { country: 'AU', state: 'WA', city: 'Perth', postcode: '6000' },
  ],
  [
    { state: 'NT', postcode: '800' },
    { country: 'AU', state: 'NT', postcode: '0800' },
  ],
  [
    { location: 'Saint Paul, Minnesota' },
    { country: 'US', state: 'Minnesota', city: 'Saint Paul' },
  ],
  [{ location: 'Atlanta, Georgia' }, { country: 'US', state: 'Georgia', city: 'Atlanta' }],
  [{ location: 'Dublin, Ireland' }, { country: 'IE', city: 'Dublin' }],
  [{ location: 'Perth WA 6000' }, { country: 'AU', state: 'WA', city: 'Perth', postcode: '6000' }],
  [
    { location: 'Chicago, Illinois; Pittsburgh, Pennsylvania' },
    { country: 'US', state: 'Illinois', city: 'Chicago' },
  ],
  [
    { location: 'hamilton, waikato, new zealand' },
    { country: 'NZ', state: 'Waikato', city: 'hamilton' },
  ],
  [
    { city: 'Seattle', state: 'WA', postcode: '98101' },
    { country: 'US', state: 'Washington', city: 'Seattle', postcode: '98101' },
  ],
  [
    { state: 'AU-WA', country: 'Australia' },
    { country: 'AU', state: 'WA' },
  ],
] as const)('reads %j as the location %j', (address, expected) => {
  expect(parseAddress(address)).toEqual(expected)
})

test('reports an unknown country, and gives no location without one', () => {
  expect(parseAddress({ country: 'Erewhon' })).toEqual({
    problem: "the country 'Erewhon' is not known",
  })
  expect(parseAddress({ city: 'Somewhere' })).toBeUndefined()
})

test.each([
  ['51-200', '51-200'],
  ['1 - 10', '1-10'],
  ['1,001 to 5,000 employees', '1001-5000'],
  ['10001+', '10001+'],
  ['20-30', '11-50'],
  ['self-employed', '1-10'],
  ['plenty', undefined],
])('puts the range %s into the band %s', (text, band) => {
  expect(bandOfRange(text)).toBe(band)
})

test('composes text and normalises its blanks', () => {
  expect(normaliseText('  Cafe\u0301 \u00a0 Kauri\n')).toBe('Café Kauri')
})

test('reports NUL, control characters, broken surrogates and overlong text', () => {
  expect(textProblem('a\u0000b', 10)).toBe('holds control characters')
  expect(textProblem('a\u0085b', 10)).toBe('holds control characters')
  expect(textProblem('a\ud800b', 10)).toBe('holds damaged characters')
  expect(textProblem('a\ufffdb', 10)).toBe('holds damaged characters')
  expect(textProblem('a'.repeat(11), 10)).toBe('is longer than 10 characters')
  expect(textProblem('日本語 🌿', 10)).toBeUndefined()
})

test('strips the apostrophe of a guarded formula, but not of a name', () => {
  expect(stripFormulaGuard("'=1+1")).toBe('=1+1')
  expect(stripFormulaGuard("'t Example")).toBe("'t Example")
})

test('completes a location by its postcode or town, with a point marked as approximate', () => {
  expect(geocode({ country: 'AU', postcode: '6000' })).toMatchObject({
    state: 'WA',
    city: 'Perth',
    approx: true,
  })
  expect(geocode({ country: 'AU', state: 'WA', city: 'Fremantle' })).toMatchObject({
    city: 'Perth',
    suburb: 'Fremantle',
    approx: true,
  })
  expect(geocode({ country: 'NZ', city: 'Hamilton' })).toMatchObject({
    state: 'Waikato',
    city: 'Hamilton',
  })
})

test('keeps an exact point, and ignores a postcode that contradicts the state', () => {
  const exact = { country: 'AU', state: 'WA', postcode: '6000', lat: -31.9, lng: 115.8 }
  expect(geocode(exact)).toEqual(exact)
  expect(geocode({ country: 'AU', state: 'NSW', postcode: '6000' })).toEqual({
    country: 'AU',
    state: 'NSW',
    postcode: '6000',
  })
  expect(geocode({ country: 'AU', state: 'WA', city: 'Nowhere' })).toEqual({
    country: 'AU',
    state: 'WA',
    city: 'Nowhere',
  })
})

test('resolves a state code shared with America by its country', () => {
  expect(parseAddress({ location: 'Seattle, WA, United States' })).toEqual({
    country: 'US',
    state: 'Washington',
    city: 'Seattle',
  })
  expect(parseAddress({ location: 'Perth, WA' })).toEqual({
    country: 'AU',
    state: 'WA',
    city: 'Perth',
  })
})
