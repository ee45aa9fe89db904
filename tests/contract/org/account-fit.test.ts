import fc from 'fast-check'
import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { AccountIntelligence } from '../../../contract/org/account-intelligence.ts'
import { companyBands } from '../../../contract/search/bands.ts'
import {
  fitLevels,
  fitOf,
  fitRules,
  meets,
  type FitRules,
} from '../../../contract/org/account-fit.ts'

const rulesFor = (config: unknown): FitRules => {
  const rules = fitRules(z.parse(AccountIntelligence, config))
  if (!rules) throw new Error('nothing is described')
  return rules
}

const builders = {
  idealCustomer: {
    industries: [{ division: 'Construction', group: 'Building construction' }],
    sizes: ['51-200'],
    regions: ['AU/WA'],
    never: { company_type: ['Government'] },
  },
  competitors: ['MYOB'],
}

const company = (facets: Record<string, string[]>) => ({ facets })
const perth = {
  industry: ['Construction', 'Building construction'],
  company_size: ['51-200'],
  location: ['AU', 'AU/WA', 'AU/WA/Perth'],
  technographics: ['MYOB'],
}

describe('the fit score of a company', () => {
  const rules = rulesFor(builders)

  it('is 100 if a company meets everything', () => {
    expect(fitOf(company(perth), rules)).toEqual({
      score: 100,
      parts: [
        { part: 'industry', points: 40, max: 40 },
        { part: 'size', points: 30, max: 30 },
        { part: 'region', points: 20, max: 20 },
        { part: 'competitor', points: 10, max: 10 },
      ],
      barred: null,
    })
  })

  it('is half for the same industry division and for the next size', () => {
    const near = company({ ...perth, industry: ['Construction'], company_size: ['11-50'] })
    expect(fitOf(near, rules).parts).toMatchObject([{ points: 20 }, { points: 15 }, {}, {}])
    expect(fitOf(near, rules).score).toBe(65)
  })

  it('is 0 for a company that meets a never, and names it', () => {
    const office = company({ ...perth, company_type: ['Government'] })
    expect(fitOf(office, rules)).toMatchObject({
      score: 0,
      barred: { values: { company_type: ['Government'] }, not: true },
    })
  })

  it('is 0 for a company that misses a must', () => {
    const must = rulesFor({
      ...builders,
      idealCustomer: { ...builders.idealCustomer, must: { has_phone: ['Yes'] } },
    })
    expect(fitOf(company(perth), must).score).toBe(0)
    expect(fitOf(company({ ...perth, has_phone: ['Yes'] }), must).score).toBe(100)
  })

  it('ignores parts without a description', () => {
    const sizes = rulesFor({ idealCustomer: { sizes: ['1-10'] } })
    expect(fitOf(company({ company_size: ['1-10'] }), sizes)).toMatchObject({
      score: 100,
      parts: [{ part: 'size', points: 100, max: 100 }],
    })
  })

  it('is null without an ideal customer profile', () => {
    expect(fitRules(z.parse(AccountIntelligence, {}))).toBeNull()
    expect(
      fitRules(
        z.parse(AccountIntelligence, { idealCustomer: { never: { industry: ['Mining'] } } }),
      ),
    ).toBeNull()
  })
})

const value = fc.constantFrom('a', 'b', 'c')
const several = fc.uniqueArray(value, { maxLength: 2 })
const someValues = fc.dictionary(
  fc.constantFrom('company_type', 'b2b_vs_b2c'),
  fc.uniqueArray(value, { minLength: 1, maxLength: 2 }),
)
const bands = fc.uniqueArray(fc.constantFrom(...companyBands.map((band) => band.value)), {
  maxLength: 3,
})
const weight = fc.integer({ min: 0, max: 100 })
const config = fc.record({
  idealCustomer: fc.record({
    industries: fc.array(
      fc.record({ division: value, group: fc.oneof(value, fc.constant(null)) }),
      { maxLength: 2 },
    ),
    sizes: bands,
    regions: several,
    must: someValues,
    never: someValues,
  }),
  competitors: several,
  weights: fc.record({ industry: weight, size: weight, region: weight, competitor: weight }),
})
const doc = fc.record({
  facets: fc.record({
    industry: several,
    company_size: bands,
    location: several,
    technographics: several,
    company_type: several,
    b2b_vs_b2c: several,
  }),
})

it('puts every company on exactly one level with its own score', () => {
  fc.assert(
    fc.property(config, fc.array(doc, { minLength: 1, maxLength: 10 }), (described, docs) => {
      const rules = fitRules(z.parse(AccountIntelligence, described))
      if (!rules) return
      const levels = fitLevels(rules)
      for (const each of docs) {
        const own = levels.filter(({ clauses }) => clauses.every((clause) => meets(each, clause)))
        expect(own.map(({ score }) => score)).toEqual([fitOf(each, rules).score])
      }
    }),
    { numRuns: 500 },
  )
})
