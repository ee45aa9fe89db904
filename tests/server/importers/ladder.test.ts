import { expect, test } from 'vitest'
import {
  createCandidateIndex,
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
  const index = createCandidateIndex()
  known.forEach((record, number) => {
    const candidate: Candidate = { ...record, id: `known ${number + 1}` }
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

test('decides by the stronger rung', () => {
  const wanted = keys('Banksia', { domain_key: 'b.example', state: 'WA' })
  const verdict = match(
    wanted,
    keys('Banksia', { state: 'WA' }),
    keys('Banksia', { domain_key: 'b.example' }),
  )
  expect(verdict).toMatchObject({ id: 'known 2', score: 97 })
})

test('rules out a record with a different identifier on every rung', () => {
  const wanted = keys('Banksia', {
    abn,
    domain_key: 'b.example',
    linkedin: 'company/b',
    postcode: '6000',
    state: 'WA',
  })
  expect(match(wanted, { ...wanted, abn: otherAbn }).kind).toBe('new')
})

test('ignores a bare ticker, since exchanges share codes', () => {
  expect(match(keys('Air Kauri', { ticker: 'AIR' }), keys('Banksia', { ticker: 'AIR' })).kind).toBe(
    'new',
  )
  expect(match(keys('New', { ticker: 'ASX:AIR' }), keys('Old', { ticker: 'NZX:AIR' })).kind).toBe(
    'new',
  )
})

test('leaves two numbers of two records, or a match beside a contradiction, to a user', () => {
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

test('decides nothing by a domain that several companies share', () => {
  const group = [
    keys('Banksia Foods', { domain_key: 'b.example' }),
    keys('Banksia Wines', { domain_key: 'b.example' }),
  ]
  expect(match(keys('Banksia Beer', { domain_key: 'b.example' }), ...group).kind).toBe('new')
  expect(match(keys('Banksia Wines', { domain_key: 'b.example' }), ...group)).toMatchObject({
    id: 'known 2',
  })
})

test('accepts a name in a state only when a single company there has it', () => {
  const twice = [
    keys('Banksia', { state: 'WA', postcode: '6000' }),
    keys('Banksia', { state: 'WA', postcode: '6050' }),
  ]
  expect(match(keys('Banksia', { state: 'WA' }), ...twice)).toMatchObject({
    kind: 'review',
    reason: '2 known companies share its name and state',
  })
})

test('never equates locations of two countries', () => {
  const perth = keys('Banksia', { state: 'WA', postcode: '6011', country: 'AU' })
  expect(match(perth, keys('Banksia', { state: 'WA', postcode: '6011', country: 'NZ' })).kind).toBe(
    'new',
  )
})

test('keeps companies of the same name at different web addresses apart', () => {
  const wanted = keys('Banksia', { domain_key: 'one.example', state: 'WA', postcode: '6000' })
  expect(match(wanted, { ...wanted, domain_key: 'two.example' }).kind).toBe('new')
})

const acn = '999000010'
const registered = keys('Banksia Pty Ltd', { acn, country: 'AU' })
const atWork = { domain_key: 'b.example', state: 'WA', postcode: '6000' }

test.each([
  ['a row of the register', registered, keys('BANKSIA PTY. LIMITED', { ...atWork, country: 'AU' })],
  ['a row with a domain', keys('Banksia P/L', atWork), registered],
  ['a row without anything else', keys('The Banksia Pty Ltd'), registered],
  [
    'a person’s employer, by where the person lives',
    keys('Banksia NL', { peopleIn: 'AU' }),
    keys('Banksia Limited', { acn, country: 'AU' }),
  ],
  [
    'a company of New Zealand',
    keys('Banksia Limited', { ...atWork, country: 'NZ' }),
    keys('Banksia Ltd', { nzbn: '9429999900015', country: 'NZ' }),
  ],
] as const)('%s with a registered name and its legal form: 85', (_, wanted, known) => {
  expect(match(wanted, known)).toMatchObject({ kind: 'match', id: 'known 1', score: 85 })
})

test.each([
  ['a trading name', keys('Banksia', atWork), registered],
  ['another state', keys('Banksia Pty Ltd', atWork), { ...registered, state: 'NSW' }],
  ['another domain', keys('Banksia Pty Ltd', atWork), { ...registered, domain_key: 'c.example' }],
  ['another number', keys('Banksia Pty Ltd', { acn: '999000029', country: 'AU' }), registered],
  ['no number on either side', keys('Banksia Pty Ltd', atWork), keys('Banksia Pty Ltd')],
  [
    'a country that is not known',
    keys('Banksia Limited', atWork),
    keys('Banksia Limited', { acn, country: 'AU' }),
  ],
  [
    'an association',
    keys('Banksia Inc', { ...atWork, country: 'AU' }),
    keys('Banksia Limited', { acn, country: 'AU' }),
  ],
] as const)('keeps a company apart from a registered one for %s', (_, wanted, known) => {
  expect(match(wanted, known).kind).toBe('new')
})

test('leaves a name that two numbers of the register share to a user', () => {
  const other = { ...registered, acn: '999000029' }
  expect(match(keys('Banksia Pty Ltd', atWork), registered, other)).toMatchObject({
    kind: 'review',
    reason: '2 known companies share its registered name',
  })
})

test('leaves a similar name to a user and never matches it', () => {
  const verdict = match(
    keys('Thryptomene Holdings', { state: 'WA' }),
    keys('Thryptomane Holdings', { state: 'WA' }),
  )
  expect(verdict).toMatchObject({ kind: 'review' })
  expect(verdict.kind === 'review' ? verdict.score : 0).toBeGreaterThanOrEqual(60)
  expect(verdict.kind === 'review' ? verdict.score : 100).toBeLessThan(80)
})

test('leaves the same bare name to a user, unless row or record has more', () => {
  expect(match(keys('Banksia'), keys('Banksia', { abn })).kind).toBe('review')
  expect(match(keys('Banksia', { abn }), keys('Banksia')).kind).toBe('new')
  expect(match(keys('Banksia', { state: 'WA' }), keys('Banksia', { state: 'NSW' })).kind).toBe(
    'new',
  )
})

test('similarity divides edits by the longer name', () => {
  expect(similarity('kauri', 'kauri')).toBe(1)
  expect(similarity('kauri dairy', 'kuari dairy')).toBeCloseTo(1 - 1 / 11)
  expect(similarity('kauri', 'banksia metals')).toBe(0)
  expect(similarity('', '')).toBe(1)
})
