import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import { foldText, type SearchDoc } from '../../../contract/search/search-doc.ts'
import type { Hit } from '../../../server/search/engine.ts'
import { readerOver } from '../../kit/search/replay.ts'
import { steps } from '../../kit/search/worlds.ts'

const company = (number: number, names: string[], employees: number | null = null): SearchDoc => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  category: 'company',
  facets: {},
  names,
  text: ['mentioned elsewhere'],
  sort: { employees },
  points: [],
})

const shops = [
  company(1, ['Banksia']),
  company(2, ['Banksia Builders'], 10),
  company(3, ['Banksia Bakers'], 90),
  company(4, ['Old Banksia Inn'], 500),
  company(5, ['Bankisa Traders'], 900),
  company(6, ['Wattle & Sons', 'Banksia Holdings'], 40),
  company(7, ['Acacia'], 2000),
  company(8, ['Builders of', 'Wattle Street']),
]

const suggest = (term: string, size = 10, from = 0) => {
  const { reader } = readerOver([{ kind: 'upsert', docs: shops }])
  const { total, hits } = reader.autocomplete({
    category: 'company',
    criteria: emptyCriteria,
    term,
    from,
    size,
  })
  return { total, hits: hits.map(({ id, rank }) => `${Number(id.slice(-3))} ${rank}`) }
}

test('autocomplete ranks exact names, then prefixes, then word prefixes, then typos, each in the usual order', () => {
  expect(suggest('banksia')).toEqual({
    total: 6,
    hits: ['1 exact', '3 prefix', '6 prefix', '2 prefix', '4 word-prefix', '5 fuzzy'],
  })
})

test('autocomplete tolerates no typos when there are enough better hits', () => {
  expect(suggest('banksia', 5)).toEqual({
    total: 5,
    hits: ['1 exact', '3 prefix', '6 prefix', '2 prefix', '4 word-prefix'],
  })
})

test('autocomplete pages follow each other without overlap', () => {
  expect(suggest('banksia', 2, 2).hits).toEqual(['6 prefix', '2 prefix'])
  expect(suggest('banksia', 10, 4).hits).toEqual(['4 word-prefix', '5 fuzzy'])
})

test('autocomplete counts and finds only records that meet the criteria, also with typos', () => {
  const { reader } = readerOver([{ kind: 'upsert', docs: shops }])
  const hidden = [1, 4, 5].map((number) => company(number, []).id)
  const { total, hits } = reader.autocomplete({
    category: 'company',
    criteria: { ...emptyCriteria, excluded: { 'cus-list': ['hidden'] } },
    activity: { 'cus-list': { hidden } },
    term: 'banksia',
    from: 0,
    size: 10,
  })
  expect(total).toBe(3)
  expect(hits.map(({ id }) => Number(id.slice(-3)))).toEqual([3, 6, 2])
})

test('autocomplete needs every token to start a word of the same name', () => {
  expect(suggest('buil ban').hits).toEqual(['2 word-prefix'])
  expect(suggest('builders wattle').hits).toEqual([])
})

test.each([
  ['bnaksia', 'two letters swapped'],
  ['banskia', 'two letters swapped'],
  ['bamksia', 'a wrong letter'],
  ['bankksia', 'a letter too many'],
  ['banksi builers', 'a letter missing'],
  ['xanksia', 'a wrong first letter'],
])('autocomplete tolerates a typo: %s, %s', (term) => {
  expect(suggest(term).hits).toContain('2 fuzzy')
})

test('autocomplete tolerates no typo below four letters', () => {
  expect(suggest('ibn').hits).toEqual([])
  expect(suggest('').hits).toEqual([])
  expect(suggest('!!').total).toBe(0)
})

test('autocomplete follows its rules over any history of changes', { timeout: 120_000 }, () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_007)
  process.stdout.write(`autocomplete seed ${seed}\n`)
  const term = fc.constantFrom(
    'an',
    'anna',
    'ann learning',
    'machin',
    'mahcine',
    'learnign',
    'elna',
    'leraning machnie',
    'o zz',
    '東京',
  )
  fc.assert(
    fc.property(steps, fc.array(term, { minLength: 4, maxLength: 4 }), (happening, terms) => {
      const { reader, docs } = readerOver(happening)
      for (const term of terms)
        for (const category of ['company', 'people'] as const) {
          const request = { category, criteria: emptyCriteria, term, from: 0, size: 12 }
          expect([term, reader.autocomplete(request)]).toEqual([term, naively(docs, request)])
        }
    }),
    { numRuns: 60, seed },
  )
})

const ranks = ['exact', 'prefix', 'word-prefix', 'fuzzy'] as const

const naively = (
  docs: readonly SearchDoc[],
  { category, term, size }: { category: SearchDoc['category']; term: string; size: number },
): { total: number; hits: Hit[] } => {
  const query = foldText(term)
  const tokens = query.split(' ')
  const rankOf = (doc: SearchDoc): number => {
    const names = doc.names.map(foldText)
    if (names.includes(query)) return 0
    if (names.some((name) => name.startsWith(query))) return 1
    if (names.some((name) => tokens.every((token) => ` ${name}`.includes(` ${token}`)))) return 2
    const loose = (name: string): boolean =>
      tokens.every((token) => name.split(' ').some((part) => loosely(part, token)))
    return names.some(loose) ? 3 : 4
  }
  const order = category === 'company' ? -1 : 1
  const value = (doc: SearchDoc): number => {
    const sortValue = doc.sort[category === 'company' ? 'employees' : 'seniority']
    return typeof sortValue === 'number' ? sortValue * order : Infinity
  }
  const ranked = docs
    .filter((doc) => doc.category === category)
    .map((doc) => ({ doc, rank: rankOf(doc) }))
    .sort((x, y) => {
      if (x.rank !== y.rank) return x.rank - y.rank
      if (value(x.doc) !== value(y.doc)) return value(x.doc) - value(y.doc)
      return x.doc.id < y.doc.id ? -1 : 1
    })
  const better = ranked.filter(({ rank }) => rank < 3)
  const all = better.length < size ? ranked.filter(({ rank }) => rank < 4) : better
  return {
    total: all.length,
    hits: all.slice(0, size).map(({ doc, rank }) => ({ id: doc.id, rank: ranks[rank] ?? 'fuzzy' })),
  }
}

/** A prefix with the typos that its length allows. */
const loosely = (text: string, token: string): boolean => {
  const slips = token.length >= 8 ? 2 : token.length >= 4 ? 1 : 0
  for (let length = 0; length <= text.length; length++)
    if (distance(text.slice(0, length), token) <= slips) return true
  return false
}

const known = new Map<string, number>()
const distance = (a: string, b: string): number => {
  const key = `${a} ${b}`
  const measured = known.get(key) ?? measure(a, b)
  known.set(key, measured)
  return measured
}
const measure = (a: string, b: string): number => {
  if (a === '' || b === '') return a.length + b.length
  const [restA, restB] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return distance(restA, restB)
  const ways = [distance(restA, restB), distance(restA, b), distance(a, restB)]
  if (a[0] === b[1] && a[1] === b[0]) ways.push(distance(a.slice(2), b.slice(2)))
  return 1 + Math.min(...ways)
}
