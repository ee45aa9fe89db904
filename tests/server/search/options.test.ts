import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText, type SearchDoc } from '../../../contract/search/search-doc.ts'
import type { OptionsRequest } from '../../../server/search/engine.ts'
import { readerOver } from '../../kit/search/replay.ts'
import { steps } from '../../kit/search/worlds.ts'

const doc = (number: number, facets: SearchDoc['facets']): SearchDoc => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  category: 'company',
  facets,
  names: ['Any'],
  text: [],
  sort: {},
  points: [],
})
const optionsOver = (docs: SearchDoc[], request: Partial<OptionsRequest>) =>
  readerOver([{ kind: 'upsert', docs }]).reader.options({
    category: 'company',
    identifier: 'keywords',
    term: '',
    from: 0,
    size: 10,
    ...request,
  })

const trades = [
  doc(1, { country: ['AU'], keywords: ['Solar panels', 'Roofing'] }),
  doc(2, { country: ['AU'], keywords: ['Roofing', 'Parasols'] }),
  doc(3, { country: ['NZ'], keywords: ['Home solar', 'Roofing'] }),
  doc(4, { country: ['NZ'], keywords: ['Insolation'] }),
]

test('options are sorted by frequency, then value, with their record counts', () => {
  expect(optionsOver(trades, { size: 3 })).toEqual({
    total: 5,
    options: [
      { value: 'Roofing', count: 3 },
      { value: 'Home solar', count: 1 },
      { value: 'Insolation', count: 1 },
    ],
  })
})

test('a term matches prefixes before word prefixes before parts of words', () => {
  const found = (term: string) => optionsOver(trades, { term }).options.map(({ value }) => value)
  expect(found('sol')).toEqual(['Solar panels', 'Home solar', 'Insolation', 'Parasols'])
  expect(found('ROOF')).toEqual(['Roofing'])
  expect(found('solar pan')).toEqual(['Solar panels'])
})

test('a term of two characters matches prefixes only', () => {
  const found = (term: string) => optionsOver(trades, { term }).options.map(({ value }) => value)
  expect(found('so')).toEqual(['Solar panels', 'Home solar'])
})

test('a country counts only its own records', () => {
  expect(optionsOver(trades, { country: 'NZ' }).options).toEqual([
    { value: 'Home solar', count: 1 },
    { value: 'Insolation', count: 1 },
    { value: 'Roofing', count: 1 },
  ])
})

test('locations match by label and by code on every level', () => {
  const places = [
    doc(1, { location: ['AU', 'AU/WA', 'AU/WA/Perth', 'AU/WA/Perth/6000'] }),
    doc(2, { location: ['AU', 'AU/WA', 'AU/WA/Warburton'] }),
    doc(3, { location: ['AU', 'AU/VIC', 'AU/VIC/Warragul'] }),
  ]
  const found = (request: Partial<OptionsRequest>) =>
    optionsOver(places, { identifier: 'location', ...request }).options.map(({ value }) => value)
  expect(found({ parent: null })).toEqual(['AU'])
  expect(found({ parent: 'AU' })).toEqual(['AU/WA', 'AU/VIC'])
  expect(found({ parent: 'AU/WA' })).toEqual(['AU/WA/Perth', 'AU/WA/Warburton'])
  expect(found({ term: 'western' })).toEqual(['AU/WA'])
  expect(found({ term: 'wa' }).slice(0, 3)).toEqual(['AU/WA', 'AU/VIC/Warragul', 'AU/WA/Warburton'])
  expect(found({ term: 'perth 6' })).toEqual(['AU/WA/Perth/6000'])
})

test('filters with record ids as values have no options', () => {
  expect(optionsOver([doc(1, { company_id: ['x'] })], { identifier: 'company_id' }).total).toBe(0)
})

const identifiers = ['keywords', 'industry', 'revenue', 'position', 'skills'] as const
const request = fc.record({
  category: fc.constantFrom('company' as const, 'people' as const),
  identifier: fc.constantFrom(...identifiers),
  term: fc.constantFrom('', 'a', 'an', 'ann', 'mach', 'learning m', '東', 'ß', 'zz'),
  from: fc.constantFrom(0, 2),
  size: fc.constantFrom(3, 100),
})

test(
  'options equal the values of live records over any history of changes',
  { timeout: 120_000 },
  () => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_007)
    process.stdout.write(`options seed ${seed}\n`)
    fc.assert(
      fc.property(
        steps,
        fc.array(request, { minLength: 5, maxLength: 5 }),
        (happening, requests) => {
          const { reader, docs } = readerOver(happening)
          for (const query of requests) expect(reader.options(query)).toEqual(naively(docs, query))
        },
      ),
      { numRuns: 60, seed },
    )
  },
)

const naively = (docs: readonly SearchDoc[], request: OptionsRequest) => {
  const term = foldText(request.term)
  const counted = new Map<string, number>()
  for (const record of docs.filter((doc) => doc.category === request.category))
    for (const value of new Set(record.facets[request.identifier]))
      counted.set(value, (counted.get(value) ?? 0) + 1)
  const rank = (value: string): number => {
    const label = foldText(value)
    if (label.startsWith(term)) return 0
    if (` ${label}`.includes(` ${term}`)) return 1
    return term.length >= 3 && label.includes(term) ? 2 : 3
  }
  const found = [...counted]
    .map(([value, count]) => ({ value, count }))
    .filter(({ value }) => rank(value) < 3)
    .sort(
      (x, y) => rank(x.value) - rank(y.value) || y.count - x.count || (x.value < y.value ? -1 : 1),
    )
  return {
    total: found.length,
    options: found.slice(request.from, request.from + request.size),
  }
}
