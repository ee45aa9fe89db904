import { expect, it } from 'vitest'
import { emptyCriteria, type Criteria } from '../../../contract/search/criteria.ts'
import { evaluate } from '../../../contract/search/evaluate.ts'
import { sentenceParts, querySentence } from '../../../contract/search/sentence.ts'
import { documentsOf } from '../../../server/search/documents.ts'
import { createMarket } from '../../../server/search/market.ts'
import { createReader, type Reader } from '../../../server/search/reader.ts'
import { createRebuilder } from '../../../server/search/rebuilder.ts'
import { toPinDocument } from '../../../src/offline/pin-docs.ts'
import { aCompany, aPerson } from '../../kit/fixtures/records.ts'

const today = '2026-03-03'
const office = (country: string) => ({ country, is_hq: false })
const companies = [
  aCompany(1, { hq: { country: 'AU' }, locations: [office('NZ')] }),
  aCompany(2, { hq: { country: 'US' }, locations: [office('US'), office('NZ'), office('AU')] }),
  aCompany(3, { hq: { country: 'US' } }),
]
const [both = aCompany(1), fromAbroad = both, abroad = both] = companies
const at = (number: number, company: string, country?: string) =>
  aPerson(number, {
    company_id: company,
    ...(country === undefined ? {} : { location: { country } }),
  })
const people = {
  livesInAustralia: at(1, both.id, 'AU'),
  livesInNewZealand: at(2, both.id, 'NZ'),
  livesAbroad: at(3, both.id, 'SG'),
  ofHeadOffice: at(4, both.id),
  ofFirstOffice: at(5, fromAbroad.id),
  worksAbroad: at(6, abroad.id, 'AU'),
  unknown: at(7, abroad.id),
  ofUnknownCompany: at(8, aCompany(9).id, 'NZ'),
}
const everybody = Object.values(people)
const json = (records: readonly object[]) => records.map((record) => JSON.stringify(record))

const rebuilt = (): Reader => {
  const rebuilder = createRebuilder(1, { today })
  rebuilder.companies(json(companies))
  rebuilder.people(json(everybody))
  const market = createMarket(1)
  market.beginReplacement()
  market.replace(rebuilder.finish().fresh)
  return opened(market)
}
const updated = (): Reader => {
  const market = createMarket(1)
  const context = { today }
  market.upsert(
    documentsOf({ companies: json(companies), people: [], employers: [], context }).docs,
  )
  market.upsert(
    documentsOf({ companies: [], people: json(everybody), employers: json(companies), context })
      .docs,
  )
  return opened(market)
}
const opened = (market: ReturnType<typeof createMarket>): Reader => {
  const reader = createReader(0)
  reader.show(market.published())
  return reader
}

const employers = new Map(companies.map((company) => [company.id, company]))
const onDevice = everybody.map((view) => toPinDocument(view, employers, Date.parse(today)).doc)

const request = (filters: Criteria['filters']) => ({
  category: 'people' as const,
  criteria: { ...emptyCriteria, filters },
  sorting: [],
  from: 0,
  size: 25,
})

it.each([
  ['AU', ['livesInAustralia', 'ofHeadOffice', 'worksAbroad']],
  ['NZ', ['livesInNewZealand', 'ofFirstOffice', 'ofUnknownCompany']],
] as const)('people in %s live there, or belong to an office there', (country, names) => {
  const ids = names.map((name) => people[name].id)
  for (const filters of [{ country: [country] }, { people_location: [country] }]) {
    const query = request(filters)
    for (const reader of [rebuilt(), updated()]) {
      expect(reader.search(query)).toEqual({ total: ids.length, ids })
      const { counts } = reader.counts({
        category: 'people',
        criteria: emptyCriteria,
        options: { country: [country], people_location: [country] },
      })
      expect(counts).toEqual({
        country: { [country]: ids.length },
        people_location: { [country]: ids.length },
      })
    }
    expect(evaluate(onDevice, query)).toEqual({ total: ids.length, ids })
  }
})

it('a sentence about people says where they are and where their companies are, one about companies a country once', () => {
  const criteria = {
    ...emptyCriteria,
    filters: { country: ['AU'], location: ['NZ/Otago/Dunedin'] },
  }
  expect(querySentence(sentenceParts(criteria, 'people'))).toBe(
    'People at companies located in Dunedin, Otago, based in Australia',
  )
  expect(querySentence(sentenceParts(criteria, 'company'))).toBe(
    'Companies located in Dunedin, Otago, in Australia',
  )
  criteria.filters.country = ['NZ']
  expect(querySentence(sentenceParts(criteria, 'company'))).toBe(
    'Companies located in Dunedin, Otago',
  )
})
