import { expect, test, vi } from 'vitest'
import { emptyCriteria } from '../../../contract/search/criteria.ts'
import type { Category } from '../../../contract/records/records.ts'
import {
  companyDoc,
  employerOf,
  personDoc,
  type Employer,
  type SearchDoc,
} from '../../../contract/search/search-doc.ts'
import { demoWorld } from '../../../demo/world.ts'
import { needsCompaction } from '../../../server/search/compaction.ts'
import { createMarket } from '../../../server/search/market.ts'
import { createReader } from '../../../server/search/reader.ts'
import { createRebuilder } from '../../../server/search/rebuilder.ts'
import { naive } from '../../kit/search/naive.ts'

const today = '2026-03-03'

test('an index built in segments of 40 records finds each value of each filter as the rules do', () => {
  const rebuilder = createRebuilder(1, { today }, 40)
  const docs: SearchDoc[] = []
  const employers = new Map<string, Employer>()
  const people: string[] = []
  for (const item of demoWorld({ companies: 100, people: 250, seed: 5, today })) {
    if ('company' in item) {
      const doc = companyDoc(item.company, { today })
      docs.push(doc)
      employers.set(doc.id, employerOf(item.company, doc))
      rebuilder.companies([JSON.stringify(item.company)])
    } else {
      docs.push(personDoc(item.person, employers.get(item.person.company_id), { today }))
      people.push(JSON.stringify(item.person))
    }
  }
  // In an order of their own, so that an employer's people are in several segments.
  people.sort()
  for (const json of people) rebuilder.people([json])
  const { fresh, unreadable } = rebuilder.finish()
  expect(unreadable).toEqual([])
  expect([fresh.company.length, fresh.people.length]).toEqual([3, 7])

  const market = createMarket(1)
  market.beginReplacement()
  market.replace(fresh)
  const reader = createReader(0)
  reader.show(market.published())
  for (const category of ['company', 'people'] satisfies Category[]) {
    const values = new Map<string, string>()
    for (const { facets } of docs.filter((doc) => doc.category === category))
      for (const [identifier, [value]] of Object.entries(facets))
        if (value !== undefined) values.set(identifier, value)
    expect(values.size).toBeGreaterThan(20)
    for (const [identifier, value] of values) {
      const criteria = { ...emptyCriteria, filters: { [identifier]: [value] } }
      const request = { category, criteria, sorting: [], from: 0, size: 300 }
      expect(reader.search(request)).toEqual(naive(docs, request))
    }
  }
})

test('an index in several built segments needs a rebuild only after a fifth of its records changed', () => {
  const built = [
    { docs: 1_000_000, alive: 950_000 },
    { docs: 400_000, alive: 400_000 },
  ]
  expect(needsCompaction(built)).toBe(false)
  expect(needsCompaction([...built, { docs: 49_000, alive: 49_000 }])).toBe(false)
  const recent = Array.from({ length: 5 }, () => ({ docs: 49_000, alive: 49_000 }))
  expect(needsCompaction([...built, ...recent])).toBe(true)
})

const market = (): { company: string; person: string } => {
  const [first, second] = demoWorld({ companies: 1, people: 1, seed: 5, today })
  if (!first || !('company' in first) || !second || !('person' in second))
    throw new Error('not a company and a person')
  return {
    company: JSON.stringify(first.company),
    person: JSON.stringify({ ...second.person, name: 'Wren Potoroo' }),
  }
}

test('a record without a valid id is left out of the build and the next are in it', () => {
  const { company, person } = market()
  const rebuilder = createRebuilder(1, { today })
  rebuilder.companies([JSON.stringify({ ...JSON.parse(company), id: 'x' }), company])
  rebuilder.people([JSON.stringify({ ...JSON.parse(person), id: 'y' }), person])
  const { fresh, unreadable } = rebuilder.finish()
  expect(unreadable).toEqual([
    "The id 'x' of a record is not a UUID.",
    "The id 'y' of a record is not a UUID.",
  ])
  expect([fresh.company.length, fresh.people.length]).toEqual([1, 1])
})

test('a build ends when a map of its names is full, instead of leaving people out', () => {
  const { company, person } = market()
  const rebuilder = createRebuilder(1, { today })
  rebuilder.companies([company])
  const { set } = Map.prototype
  const full = vi.spyOn(Map.prototype, 'set').mockImplementation(function (
    this: Map<unknown, unknown>,
    key,
    value,
  ) {
    if (key === 'wren potoroo') throw new RangeError('Map maximum size exceeded')
    return set.call(this, key, value)
  })
  try {
    expect(() => rebuilder.people([person])).toThrow('Map maximum size exceeded')
  } finally {
    full.mockRestore()
  }
})

test('records stay as they were when a change of them fails', () => {
  const docs = [...demoWorld({ companies: 10, people: 10, seed: 5, today })].flatMap((item) =>
    'company' in item ? [companyDoc(item.company, { today })] : [],
  )
  const changed = createMarket(1)
  changed.upsert(docs)
  const spoilt = docs.map((doc, index) => (index === 1 ? { ...doc, id: 'x' } : doc))
  expect(() => changed.upsert(spoilt)).toThrow("The id 'x' of a document is not a UUID.")
  const reader = createReader(0)
  reader.show(changed.published())
  const query = { criteria: emptyCriteria, sorting: [], from: 0, size: 10 }
  expect(reader.search({ ...query, category: 'company' }).total).toBe(docs.length)
})
