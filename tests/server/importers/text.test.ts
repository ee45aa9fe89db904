import { expect, test } from 'vitest'
import { located, placeOf } from '../../../server/importers/places.ts'
import { bandOfRange } from '../../../server/importers/numbers.ts'
import { readableName } from '../../../server/importers/readable-name.ts'
import { textProblem, tidied, unguarded } from '../../../server/importers/text.ts'

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
])('%s is written %s', (given, wanted) => {
  expect(readableName(given)).toBe(wanted)
})

test('a word that is the ticker is an acronym', () => {
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
] as const)('%j is the place %j', (address, place) => {
  expect(placeOf(address)).toEqual(place)
})

test('a country nobody knows is a problem, and none at all is no place', () => {
  expect(placeOf({ country: 'Erewhon' })).toEqual({ problem: "the country 'Erewhon' is not known" })
  expect(placeOf({ city: 'Somewhere' })).toBeUndefined()
})

test.each([
  ['51-200', '51-200'],
  ['1 - 10', '1-10'],
  ['1,001 to 5,000 employees', '1001-5000'],
  ['10001+', '10001+'],
  ['20-30', '11-50'],
  ['self-employed', '1-10'],
  ['plenty', undefined],
])('the range %s is the band %s', (text, band) => {
  expect(bandOfRange(text)).toBe(band)
})

test('text is composed and evened out', () => {
  expect(tidied('  Cafe\u0301 \u00a0 Kauri\n')).toBe('Café Kauri')
})

test('NUL, control characters, broken surrogates and overlong text are told', () => {
  expect(textProblem('a\u0000b', 10)).toBe('holds control characters')
  expect(textProblem('a\u0085b', 10)).toBe('holds control characters')
  expect(textProblem('a\ud800b', 10)).toBe('holds damaged characters')
  expect(textProblem('a\ufffdb', 10)).toBe('holds damaged characters')
  expect(textProblem('a'.repeat(11), 10)).toBe('is longer than 10 characters')
  expect(textProblem('日本語 🌿', 10)).toBeUndefined()
})

test('the apostrophe of a guarded formula is taken off, that of a name is not', () => {
  expect(unguarded("'=1+1")).toBe('=1+1')
  expect(unguarded("'t Example")).toBe("'t Example")
})

test('a place is completed by its postcode or town, with a point that owns up to being approximate', () => {
  expect(located({ country: 'AU', postcode: '6000' })).toMatchObject({
    state: 'WA',
    city: 'Perth',
    approx: true,
  })
  expect(located({ country: 'AU', state: 'WA', city: 'Fremantle' })).toMatchObject({
    city: 'Perth',
    suburb: 'Fremantle',
    approx: true,
  })
  expect(located({ country: 'NZ', city: 'Hamilton' })).toMatchObject({
    state: 'Waikato',
    city: 'Hamilton',
  })
})

test('an exact point stays, and a postcode that belies the state tells nothing', () => {
  const exact = { country: 'AU', state: 'WA', postcode: '6000', lat: -31.9, lng: 115.8 }
  expect(located(exact)).toEqual(exact)
  expect(located({ country: 'AU', state: 'NSW', postcode: '6000' })).toEqual({
    country: 'AU',
    state: 'NSW',
    postcode: '6000',
  })
  expect(located({ country: 'AU', state: 'WA', city: 'Nowhere' })).toEqual({
    country: 'AU',
    state: 'WA',
    city: 'Nowhere',
  })
})

test('a state that is a code of ours and of America goes with its country', () => {
  expect(placeOf({ location: 'Seattle, WA, United States' })).toEqual({
    country: 'US',
    state: 'Washington',
    city: 'Seattle',
  })
  expect(placeOf({ location: 'Perth, WA' })).toEqual({ country: 'AU', state: 'WA', city: 'Perth' })
})
