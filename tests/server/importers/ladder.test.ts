import { expect, test } from 'vitest'
import {
  candidateIndex,
  type Candidate,
  type MatchKeys,
} from '../../../server/entity-matching/candidates.ts'
import { matchCompany } from '../../../server/entity-matching/ladder.ts'
import { similarity } from '../../../server/entity-matching/similarity.ts'
import { nameKey } from '../../../server/entity-matching/name-keys.ts'

const keys = (name: string, more: Partial<MatchKeys> = {}): MatchKeys => ({
  name,
  name_key: nameKey(name),
  domain_key: null,
  abn: null,
  acn: null,
  nzbn: null,
  lei: null,
  linkedin: null,
  ticker: null,
  state: null,
  postcode: null,
  country: null,
  type: null,
  source: null,
  ...more,
})

const match = (wanted: MatchKeys, ...known: MatchKeys[]) => {
  const index = candidateIndex()
  known.forEach((record, place) => {
    const candidate: Candidate = { ...record, id: `known ${place + 1}` }
    index.add(candidate)
  })
  return matchCompany(wanted, index)
}

const abn = '36999000010'
const otherAbn = '26999000029'

test.each([
  ['ABN', 100, keys('Whatever', { abn }), keys('Banksia', { abn })],
  [
    'ticker of an exchange',
    100,
    keys('New Name', { ticker: 'ASX:BQM' }),
    keys('Banksia', { ticker: 'ASX:BQM' }),
  ],
  [
    'domain and name',
    97,
    keys('Banksia Pty Ltd', { domain_key: 'b.example' }),
    keys('Banksia', { domain_key: 'b.example' }),
  ],
  [
    'LinkedIn page',
    95,
    keys('Banksia Group', { linkedin: 'company/b' }),
    keys('Banksia', { linkedin: 'company/b' }),
  ],
  [
    'bare ticker and name',
    95,
    keys('Banksia', { ticker: 'BQM' }),
    keys('Banksia Ltd', { ticker: 'BQM' }),
  ],
  [
    'domain alone',
    92,
    keys('Banksia Group', { domain_key: 'b.example' }),
    keys('BG', { domain_key: 'b.example' }),
  ],
  [
    'name and postcode',
    88,
    keys('Banksia', { postcode: '6000' }),
    keys('Banksia', { postcode: '6000' }),
  ],
  [
    'name and state',
    80,
    keys('Banksia', { state: 'WA' }),
    keys('Banksia', { state: 'WA', postcode: '6000' }),
  ],
  [
    'name of a public company',
    80,
    keys('Banksia Limited', { type: 'Public listed', country: 'AU' }),
    keys('Banksia Ltd', { type: 'Public unlisted', country: 'AU' }),
  ],
  [
    'name from the same source',
    80,
    keys('Banksia', { source: 'list.csv' }),
    keys('Banksia', { source: 'list.csv' }),
  ],
] as const)('%s: %i', (_, score, wanted, known) => {
  expect(match(wanted, known)).toMatchObject({ kind: 'match', id: 'known 1', score })
})

test('a stronger rung decides over a weaker one', () => {
  const wanted = keys('Banksia', { domain_key: 'b.example', state: 'WA' })
  const verdict = match(
    wanted,
    keys('Banksia', { state: 'WA' }),
    keys('Banksia', { domain_key: 'b.example' }),
  )
  expect(verdict).toMatchObject({ id: 'known 2', score: 97 })
})

test('an identifier that differs rules a record out on every rung', () => {
  const wanted = keys('Banksia', {
    abn,
    domain_key: 'b.example',
    linkedin: 'company/b',
    postcode: '6000',
    state: 'WA',
  })
  expect(match(wanted, { ...wanted, abn: otherAbn }).kind).toBe('new')
})

test('a bare ticker is no identifier: exchanges share codes', () => {
  expect(match(keys('Air Kauri', { ticker: 'AIR' }), keys('Banksia', { ticker: 'AIR' })).kind).toBe(
    'new',
  )
  expect(match(keys('New', { ticker: 'ASX:AIR' }), keys('Old', { ticker: 'NZX:AIR' })).kind).toBe(
    'new',
  )
})

test('two numbers of two records, or one number and another that differs, are for a person', () => {
  const acn = '999000010'
  expect(match(keys('B', { abn, acn }), keys('One', { abn }), keys('Two', { acn }))).toMatchObject({
    kind: 'review',
    reason: 'its ABN is that of One and its ACN that of Two',
  })
  expect(match(keys('B', { abn: otherAbn, acn }), keys('One', { abn, acn }))).toMatchObject({
    kind: 'review',
    reason: 'its ACN is that of One, which has another ABN',
  })
})

test('a domain that several companies share decides nothing by itself', () => {
  const group = [
    keys('Banksia Foods', { domain_key: 'b.example' }),
    keys('Banksia Wines', { domain_key: 'b.example' }),
  ]
  expect(match(keys('Banksia Beer', { domain_key: 'b.example' }), ...group).kind).toBe('new')
  expect(match(keys('Banksia Wines', { domain_key: 'b.example' }), ...group)).toMatchObject({
    id: 'known 2',
  })
})

test('a name in a state is enough only when one company there bears it', () => {
  const twice = [
    keys('Banksia', { state: 'WA', postcode: '6000' }),
    keys('Banksia', { state: 'WA', postcode: '6050' }),
  ]
  expect(match(keys('Banksia', { state: 'WA' }), ...twice)).toMatchObject({
    kind: 'review',
    reason: '2 known companies share its name and state',
  })
})

test('places of two countries are never the same place', () => {
  const perth = keys('Banksia', { state: 'WA', postcode: '6011', country: 'AU' })
  expect(match(perth, keys('Banksia', { state: 'WA', postcode: '6011', country: 'NZ' })).kind).toBe(
    'new',
  )
})

test('namesakes at different web addresses are different companies', () => {
  const wanted = keys('Banksia', { domain_key: 'one.example', state: 'WA', postcode: '6000' })
  expect(match(wanted, { ...wanted, domain_key: 'two.example' }).kind).toBe('new')
})

test('a similar name is a case for a person, never a match', () => {
  const verdict = match(
    keys('Thryptomene Holdings', { state: 'WA' }),
    keys('Thryptomane Holdings', { state: 'WA' }),
  )
  expect(verdict).toMatchObject({ kind: 'review' })
  expect(verdict.kind === 'review' ? verdict.score : 0).toBeGreaterThanOrEqual(60)
  expect(verdict.kind === 'review' ? verdict.score : 100).toBeLessThan(80)
})

test('the same bare name is a case for a person, unless row or record say more', () => {
  expect(match(keys('Banksia'), keys('Banksia', { abn })).kind).toBe('review')
  expect(match(keys('Banksia', { abn }), keys('Banksia')).kind).toBe('new')
  expect(match(keys('Banksia', { state: 'WA' }), keys('Banksia', { state: 'NSW' })).kind).toBe(
    'new',
  )
})

test('similarity counts edits against the longer name', () => {
  expect(similarity('kauri', 'kauri')).toBe(1)
  expect(similarity('kauri dairy', 'kuari dairy')).toBeCloseTo(1 - 1 / 11)
  expect(similarity('kauri', 'banksia metals')).toBe(0)
  expect(similarity('', '')).toBe(1)
})
