import { expect, test } from 'vitest'
import type { Draft } from '../../../server/importers/importer.ts'
import { mergeInto, newCompany, type Attribution } from '../../../server/importers/merge.ts'

const createAttribution = (
  source: string,
  seenAt: string,
  base: number,
  more: Partial<Attribution> = {},
): Attribution => ({
  source,
  seenAt,
  trust: { base },
  official: false,
  ...more,
})
const march = createAttribution('register', '2026-03-01', 0.8)
const fresh = (draft: Draft, attribution = march) => newCompany('id', draft, attribution)

test('fills unknown fields and records their source', () => {
  const company = fresh({ name: 'Kauri', founded: 1961 })
  const { company: next, outcome } = mergeInto(
    company,
    { name: 'Kauri', website: 'https://kauri.example' },
    createAttribution('list', '2026-02-01', 0.5),
  )
  expect(outcome).toBe('changed')
  expect(next).toMatchObject({ founded: 1961, website: 'https://kauri.example' })
  expect(next.provenance['website']).toEqual({
    source: 'list',
    seen_at: '2026-02-01',
    confidence: 0.5,
  })
  expect(next.provenance['*']).toEqual({
    source: 'register',
    seen_at: '2026-03-01',
    confidence: 0.8,
  })
})

test('records the source of each contact detail, from the first row on', () => {
  const company = fresh({ name: 'Kauri', phones: ['1'], social: { LinkedIn: 'l' }, emails: [] })
  const list = createAttribution('list', '2026-02-01', 0.5)
  const { company: next } = mergeInto(company, { name: 'Kauri', emails: ['a@b.example'] }, list)
  const sources = Object.fromEntries(
    Object.entries(next.provenance).map(([field, { source }]) => [field, source]),
  )
  expect(sources).toEqual({
    '*': 'register',
    phones: 'register',
    social: 'register',
    emails: 'list',
  })
})

test('erases no known value when a draft lacks it', () => {
  const company = fresh({
    name: 'Kauri',
    founded: 1961,
    phones: ['1'],
    hq: { country: 'NZ', city: 'Hamilton' },
  })
  const { company: next } = mergeInto(
    company,
    { name: 'Kauri', hq: { country: 'NZ' } },
    createAttribution('register', '2026-04-01', 0.8),
  )
  expect(next).toMatchObject({
    founded: 1961,
    phones: ['1'],
    hq: { country: 'NZ', city: 'Hamilton' },
  })
})

test.each([
  ['the more trusted, though older', createAttribution('better', '2020-01-01', 0.9), 2],
  ['as trusted and later', createAttribution('other', '2026-03-02', 0.8), 2],
  [
    'as trusted, of the same day, from another source',
    createAttribution('other', '2026-03-01', 0.8),
    1,
  ],
  ['as trusted and older', createAttribution('other', '2026-02-01', 0.8), 1],
  [
    'the same source of the same day, corrected',
    createAttribution('register', '2026-03-01', 0.8),
    2,
  ],
  ['the same source of an earlier day', createAttribution('register', '2026-02-01', 0.8), 1],
  ['the less trusted, though later', createAttribution('worse', '2026-09-01', 0.7), 1],
] as const)('%s: %#', (_, attribution, wanted) => {
  const { company } = mergeInto(
    fresh({ name: 'Kauri', founded: 1 }),
    { name: 'Kauri', founded: 2 },
    attribution,
  )
  expect(company.founded).toBe(wanted)
})

test('changes nothing for the same fact from the same source on the same day', () => {
  const draft: Draft = {
    name: 'Kauri',
    phones: ['1', '2'],
    hq: { country: 'NZ', state: 'Waikato' },
    social: { LinkedIn: 'https://linkedin.com/company/kauri-example' },
  }
  const company = fresh(draft)
  const again = mergeInto(company, structuredClone(draft), march)
  expect(again.outcome).toBe('same')
  expect(again.company).toBe(company)
})

test('updates only the date for the same fact on a later day', () => {
  const company = fresh({ name: 'Kauri', founded: 1961 })
  const april = createAttribution('register', '2026-04-01', 0.8, { official: true })
  const { company: next, outcome } = mergeInto(company, { name: 'Kauri', founded: 1961 }, april)
  expect(outcome).toBe('confirmed')
  expect(next.provenance).toEqual({
    '*': { source: 'register', seen_at: '2026-04-01', confidence: 0.8 },
  })
  expect(next.quality.verified_at).toBe('2026-04-01')
})

test('claims no later date for fields that the file no longer has', () => {
  const company = fresh({ name: 'Kauri', founded: 1961 })
  const { company: next } = mergeInto(
    company,
    { name: 'Kauri' },
    createAttribution('register', '2026-04-01', 0.8),
  )
  expect(next.provenance['name']?.seen_at).toBe('2026-04-01')
  expect((next.provenance['founded'] ?? next.provenance['*'])?.seen_at).toBe('2026-03-01')
})

test('changes nothing when two agreeing sources repeat', () => {
  const register: Draft = {
    name: 'Kauri',
    founded: 1961,
    hq: { country: 'NZ' },
    trading_names: ['K'],
  }
  const list: Draft = {
    name: 'Kauri',
    founded: 1961,
    hq: { country: 'NZ', city: 'Hamilton' },
    trading_names: ['KK'],
  }
  const other = createAttribution('list', '2026-05-01', 0.6)
  let { company } = mergeInto(fresh(register), list, other)
  expect(mergeInto(company, register, march).outcome).toBe('same')
  ;({ company } = mergeInto(company, register, march))
  expect(mergeInto(company, list, other).outcome).toBe('same')
})

test('adds to lists without duplicates', () => {
  const { company } = mergeInto(
    fresh({ name: 'K', phones: ['1'] }),
    { name: 'K', phones: ['1', '2'] },
    createAttribution('worse', '2020-01-01', 0.1),
  )
  expect(company.phones).toEqual(['1', '2'])
})

test('adds detail to an address from any source, and replaces it as a whole for a better source', () => {
  const company = fresh({ name: 'K', hq: { country: 'AU', state: 'WA' } })
  const exact = mergeInto(
    company,
    { name: 'K', hq: { country: 'AU', state: 'WA', postcode: '6000' } },
    createAttribution('worse', '2020-01-01', 0.1),
  )
  expect(exact.company.hq).toMatchObject({
    country: 'AU',
    state: 'WA',
    postcode: '6000',
    city: 'Perth',
    approx: true,
  })
  const moved = mergeInto(
    exact.company,
    { name: 'K', hq: { country: 'AU', state: 'NSW' } },
    createAttribution('better', '2026-01-01', 0.9),
  )
  expect(moved.company.hq).toEqual({ country: 'AU', state: 'NSW' })
})

test('keeps an old name as a trading name, unless only the spelling changed', () => {
  const company = fresh({ name: 'Kauri Limited' })
  const later = createAttribution('register', '2026-04-01', 0.8)
  expect(mergeInto(company, { name: 'Totara Limited' }, later).company).toMatchObject({
    name: 'Totara Limited',
    trading_names: ['Kauri Limited'],
  })
  expect(mergeInto(company, { name: 'Kauri Ltd' }, later).company).toMatchObject({
    name: 'Kauri Ltd',
    trading_names: [],
  })
})

test('keeps the first of two rows of one run, and adds a second address as an office', () => {
  const company = fresh({ name: 'K', founded: 1, hq: { country: 'AU', state: 'WA' } })
  const again = { ...march, again: true }
  const draft: Draft = { name: 'K', founded: 2, hq: { country: 'AU', state: 'NSW' } }
  const { company: next } = mergeInto(company, draft, again)
  expect(next).toMatchObject({ founded: 1, hq: { state: 'WA' }, multiple_locations: '2-5' })
  expect(next.locations).toEqual([
    { country: 'AU', state: 'WA', is_hq: true },
    { country: 'AU', state: 'NSW', is_hq: false },
  ])
  expect(mergeInto(next, draft, again).outcome).toBe('same')
})

test('recognises a repeated fact although the postcode added detail', () => {
  const draft: Draft = { name: 'K', hq: { country: 'AU', city: 'Fremantle', postcode: '6160' } }
  const company = fresh(draft)
  expect(company.hq).toMatchObject({ state: 'WA', city: 'Perth', suburb: 'Fremantle' })
  expect(mergeInto(company, draft, march).outcome).toBe('same')
  const bare: Draft = { name: 'K', hq: { country: 'AU', state: 'WA', postcode: '6160' } }
  expect(
    mergeInto(company, bare, createAttribution('other', '2020-01-01', 0.9)).company.hq,
  ).toEqual(company.hq)
})
