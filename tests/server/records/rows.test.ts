import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { domainKey } from '../../../server/entity-matching/domain-key.ts'
import { maskContact } from '../../../server/records/masking.ts'
import { copyLine } from '../../../server/records/rows.ts'
import { linkedinKey, nameKey } from '../../../server/entity-matching/name-keys.ts'

test.each([
  ['Harbour Plumbing Pty Ltd', 'harbour plumbing'],
  ['HARBOUR PLUMBING PTY. LIMITED', 'harbour plumbing'],
  ['Harbour Plumbing P/L', 'harbour plumbing'],
  ['Harbour Plumbing Proprietary Limited', 'harbour plumbing'],
  ['The Harbour Group Limited', 'harbour group'],
  ['Harbour, Inc.', 'harbour'],
  ['Harbour L.L.C.', 'harbour'],
  ['Harbour Pty Ltd ATF Harbour Family Trust', 'harbour atf harbour family trust'],
  ['Smith & Sons Ltd', 'smith and sons'],
  ['Māori Kai Limited', 'maori kai'],
  ['O’Brien Holdings', 'obrien holdings'],
  ['Limited', 'limited'],
])('derives the name key of %s as %s', (name, key) => {
  expect(nameKey(name)).toBe(key)
})

test.each([
  ['https://www.Harbour.com.au/contact?x=1#y', 'harbour.com.au'],
  ['harbour.com.au:8080', 'harbour.com.au'],
  ['shop.harbour.co.nz', 'harbour.co.nz'],
  ['harbour.au', 'harbour.au'],
  ['a.b.harbour.co.uk', 'harbour.co.uk'],
  ['www.cityofperth.wa.gov.au', 'cityofperth.wa.gov.au'],
  ['library.cityofperth.wa.gov.au', 'cityofperth.wa.gov.au'],
  ['www.wa.gov.au', 'wa.gov.au'],
  ['www.ato.gov.au', 'ato.gov.au'],
  ['linz.govt.nz', 'linz.govt.nz'],
  ['jo@mail.harbour.asn.au', 'harbour.asn.au'],
  ['mailto:jo@harbour.example', 'harbour.example'],
  ['harbour.myshopify.com', 'harbour.myshopify.com'],
  ['//harbour.example./', 'harbour.example'],
  ['http://bücher.example', 'xn--bcher-kva.example'],
  ['facebook.com', 'facebook.com'],
])('derives the domain key of %s as %s', (address, key) => {
  expect(domainKey(address)).toBe(key)
})

test.each([
  'jo@gmail.com',
  'https://facebook.com/harbourplumbing',
  'com.au',
  'localhost',
  '203.0.113.7',
  '[2001:db8::1]',
  'not a domain',
  '',
  '.com',
])('derives no name key from %s', (address) => {
  expect(domainKey(address)).toBeNull()
})

test('identifies a LinkedIn page by its path', () => {
  expect(linkedinKey('https://au.linkedin.com/company/Harbour-Plumbing/?trk=x')).toBe(
    'company/harbour-plumbing',
  )
  expect(linkedinKey('https://harbour.example')).toBeNull()
  expect(linkedinKey(undefined)).toBeNull()
})

test('round-trips any text through COPY', () => {
  const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'))
  const awkward = fc.oneof(text, fc.constantFrom('\\N', '\\', '\t', '\r\n', '\\t', '\\.', ''))
  fc.assert(
    fc.property(fc.array(fc.option(awkward), { minLength: 1 }), (values) => {
      const line = copyLine(values)
      expect(line).not.toMatch(/[\n\r]/)
      expect(line.split('\t').map(unescaped)).toEqual(values)
    }),
  )
})

test('writes numbers and booleans as PostgreSQL reads them', () => {
  expect(copyLine([7, true, null, 'x'])).toBe('7\ttrue\t\\N\tx')
})

test('masks a value without its length', () => {
  expect(maskContact('jo.nguyen@harbour.example')).toBe('j•••@harbour.example')
  expect(maskContact('0491 570 006')).toBe('0491 ••• •••')
  expect(maskContact('+61491570006')).toBe('+61 4•• ••• •••')
  expect(maskContact('+61 491 570 006')).toBe('+61 4•• ••• •••')
  expect(maskContact('+64 9 555 0123')).toBe('+64 9•• ••• •••')
})

/** PostgreSQL's own parser of COPY text. */
const unescaped = (field: string): string | null => {
  if (field === '\\N') return null
  const marks: Record<string, string> = { t: '\t', n: '\n', r: '\r', '\\': '\\' }
  return field.replace(/\\(.)/gs, (_, mark: string) => marks[mark] ?? mark)
}
