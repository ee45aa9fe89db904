import { expect, test } from 'vitest'
import { emptyCriteria, type Criteria } from '../../../contract/search/criteria.ts'
import { evaluate, type EvaluateRequest } from '../../../contract/search/evaluate.ts'
import type { SearchDoc } from '../../../contract/search/search-doc.ts'

const doc = (id: string, parts: Partial<SearchDoc> = {}): SearchDoc => ({
  id,
  category: 'company',
  facets: {},
  names: [],
  text: [],
  sort: {},
  points: [],
  ...parts,
})
const found = (
  docs: SearchDoc[],
  criteria: Partial<Criteria>,
  request: Partial<EvaluateRequest> = {},
): string[] =>
  evaluate(docs, {
    category: 'company',
    criteria: { ...emptyCriteria, ...criteria },
    sorting: [],
    from: 0,
    size: 10,
    ...request,
  }).ids

test('matches a text filter by whole adjacent words in one entry', () => {
  const docs = [
    doc('a', { facets: { keywords: ['applied Machine-Learning'] } }),
    doc('b', { facets: { keywords: ['washing machine', 'learning centre'] } }),
    doc('c', { facets: { keywords: ['machine learnings'] } }),
  ]
  expect(found(docs, { filters: { keywords: ['machine learning'] } })).toEqual(['a'])
})

test('joins values by OR, or by AND on request', () => {
  const docs = [
    doc('a', { facets: { technographics: ['Xero', 'Slack'] } }),
    doc('b', { facets: { technographics: ['Xero'] } }),
  ]
  const filters = { technographics: ['Xero', 'Slack'] }
  expect(found(docs, { filters })).toEqual(['a', 'b'])
  expect(found(docs, { filters, operators: { technographics: 'AND' } })).toEqual(['a'])
})

test('leaves out a record with one excluded value', () => {
  const docs = [
    doc('a', { facets: { company_type: ['Private'] } }),
    doc('b', { facets: { company_type: ['Government'] } }),
  ]
  expect(found(docs, { excluded: { company_type: ['Government', 'Trust'] } })).toEqual(['a'])
})

test('includes records without a value on request, unless they are excluded otherwise', () => {
  const docs = [
    doc('a', { facets: { revenue: ['1-10M'] } }),
    doc('b'),
    doc('c', { facets: { country: ['NZ'] } }),
    doc('d', { facets: { revenue: ['10B+'] } }),
  ]
  const metadata = { includeUnknown: ['revenue'] }
  const filters = { revenue: ['1-10M'] }
  expect(found(docs, { filters, metadata, excluded: { country: ['NZ'] } })).toEqual(['a', 'b'])
})

test('matches past positions on request only', () => {
  const docs = [
    doc('a', {
      category: 'people',
      facets: { position: ['Director'], 'position.past': ['Site Engineer'] },
    }),
  ]
  const filters = { position: ['engineer'] }
  const people = { category: 'people' } as const
  expect(found(docs, { filters }, people)).toEqual([])
  expect(found(docs, { filters, metadata: { includePast: true } }, people)).toEqual(['a'])
})

test('reads an organisation’s lists from the request', () => {
  const activity = { 'cus-list': { mine: ['b'] } }
  const docs = [doc('a'), doc('b')]
  expect(found(docs, { filters: { 'cus-list': ['mine'] } }, { activity })).toEqual(['b'])
  expect(found(docs, { excluded: { 'cus-list': ['mine'] } }, { activity })).toEqual(['a'])
  expect(found(docs, { filters: { 'cus-list': ['gone'] } }, { activity })).toEqual([])
})

test('matches search terms at the start of words, best names first', () => {
  const docs = [
    doc('a', { names: ['Northern'], text: ['perth.example'], sort: { employees: 900 } }),
    doc('b', { names: ['Perth'], sort: { employees: 1 } }),
    doc('c', { names: ['Perth Glass'], sort: { employees: 5 } }),
    doc('d', { names: ['Glass of Perth'], sort: { employees: 70 } }),
    doc('e', { names: ['Perth Glaziers'], sort: { employees: 8 } }),
  ]
  expect(found(docs, { search: 'PERTH' })).toEqual(['b', 'e', 'c', 'd', 'a'])
  expect(found(docs, { search: 'glass perth' })).toEqual(['d', 'c'])
})

test('sorts unknown values last in both directions and ties by id', () => {
  const docs = [
    doc('d', { sort: { founded: 1990 } }),
    doc('b', { sort: { founded: null } }),
    doc('a', { sort: { founded: 2001 } }),
    doc('c', { sort: { founded: 1990 } }),
  ]
  const by = (order: 'asc' | 'desc') => found(docs, {}, { sorting: [{ field: 'founded', order }] })
  expect(by('asc')).toEqual(['c', 'd', 'a', 'b'])
  expect(by('desc')).toEqual(['a', 'c', 'd', 'b'])
})

test('measures distance on the globe', () => {
  const docs = [
    doc('sydney', { points: [{ lat: -33.87, lng: 151.21 }] }),
    doc('nowhere'),
    doc('auckland', { points: [{ lat: -36.85, lng: 174.76 }] }),
    doc('perth', { points: [{ lat: -31.95, lng: 115.86 }] }),
  ]
  const metadata = { near: { lat: -37.81, lng: 144.96 } }
  const sorting = [{ field: 'distance', order: 'asc' as const }]
  expect(found(docs, { metadata }, { sorting })).toEqual(['sydney', 'auckland', 'perth', 'nowhere'])
})

test('returns the same total for every page', () => {
  const docs = Array.from({ length: 30 }, (_, index) => doc(String(index + 10)))
  const request = { category: 'company', criteria: emptyCriteria, sorting: [] } as const
  const page = evaluate(docs, { ...request, sorting: [], from: 20, size: 5 })
  expect(page).toEqual({ total: 30, ids: ['30', '31', '32', '33', '34'] })
})
