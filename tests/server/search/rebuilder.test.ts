import { expect, test } from 'vitest'
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
