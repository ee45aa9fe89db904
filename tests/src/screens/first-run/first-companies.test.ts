import { describe, expect, it } from 'vitest'
import { fitOf, fitRules } from '../../../../contract/org/account-fit.ts'
import { noAccountIntelligence } from '../../../../contract/org/account-intelligence.ts'
import { aCompany } from '../../../kit/fixtures/records.ts'
import {
  addressNear,
  criteriaOf,
  describeNear,
  describeWithin,
  firstReach,
  listName,
  reasonsFor,
  widerThan,
  type Wanted,
} from '../../../../src/screens/first-run/first-companies.ts'

const ideal = {
  ...noAccountIntelligence.idealCustomer,
  industries: [
    { division: 'Construction', group: 'Building Construction' },
    { division: 'Construction', group: null },
  ],
  regions: ['AU/VIC/Geelong'],
}
const near = (change: Partial<Wanted> = {}): Wanted => ({
  region: 'AU/VIC/Geelong',
  reach: 25,
  anyIndustry: false,
  ...change,
})

describe('the search for a first list', () => {
  it('looks within 25 km of a town or postcode, and in the whole of a state or country', () => {
    expect(['AU/VIC/Geelong', 'AU/VIC/Geelong/3220', 'AU/VIC', 'NZ'].map(firstReach)).toEqual([
      25,
      25,
      'state',
      'country',
    ])
  })

  it('asks for the chosen industries and those related to them', () => {
    expect(criteriaOf(near(), ideal)).toMatchObject({
      filters: { location: ['AU/VIC/Geelong'], industry: ['Construction'] },
      metadata: { radiusKm: 25 },
    })
    expect(criteriaOf(near({ anyIndustry: true }), ideal).filters).toEqual({
      location: ['AU/VIC/Geelong'],
    })
    expect(criteriaOf(near({ reach: 'state' }), ideal)).toMatchObject({
      filters: { location: ['AU/VIC'] },
      metadata: {},
    })
  })

  it('is widened step by step, until there is nothing wider', () => {
    expect(widerThan(near(), ideal).map(({ label }) => label)).toEqual([
      'Within 50 km',
      'Any industry',
    ])
    expect(widerThan(near({ reach: 100 }), ideal).map(({ label }) => label)).toEqual([
      'All of Victoria',
      'Any industry',
    ])
    expect(widerThan(near({ reach: 'state', anyIndustry: true }), ideal)).toEqual([
      { label: 'All of Australia', wanted: near({ reach: 'country', anyIndustry: true }) },
    ])
    expect(widerThan(near({ reach: 'country', anyIndustry: true }), ideal)).toEqual([])
  })

  it('names the list by its number and where it looked', () => {
    expect(listName(near(), 20)).toBe('First 20 near Geelong')
    expect(listName(near({ region: 'AU/VIC/Geelong/3220' }), 1)).toBe(
      'First company near Geelong 3220',
    )
    expect(listName(near({ reach: 'state' }), 7)).toBe('First 7 in Victoria')
    expect(describeWithin(near({ reach: 50 }))).toBe('within 50 km of Geelong')
    expect(describeNear(near({ region: 'NZ/Waikato', reach: 'state' }))).toBe('in Waikato')
  })
})

describe('the reasons for a company', () => {
  const rules = fitRules({
    ...noAccountIntelligence,
    idealCustomer: { ...ideal, sizes: ['11-50'] },
  })
  const reasons = (facets: Record<string, string[]>): string[] =>
    rules === null ? [] : reasonsFor(fitOf({ facets }, rules), 'AU/VIC/Geelong')

  it('say what fits, and what nearly fits', () => {
    expect(
      reasons({
        industry: ['Construction', 'Building Construction'],
        company_size: ['51-200'],
        location: ['AU', 'AU/VIC', 'AU/VIC/Geelong'],
      }),
    ).toEqual(['Your industry', 'Close to your size', 'In Geelong'])
    expect(reasons({ industry: ['Mining'], company_size: ['11-50'] })).toEqual(['Your size'])
  })
})

describe('the address of a company on the list', () => {
  it('is the one in the region or near it, not headquarters elsewhere', () => {
    const hq = { suburb: 'Sydney', state: 'NSW', country: 'AU' }
    const belmont = {
      suburb: 'Belmont',
      city: 'Geelong',
      state: 'VIC',
      country: 'AU',
      is_hq: false,
    }
    const lorne = { suburb: 'Lorne', state: 'VIC', country: 'AU', is_hq: false }
    const at = (...locations: (typeof lorne)[]) =>
      addressNear({ ...aCompany(1), hq, locations }, 'AU/VIC/Geelong')?.suburb
    expect(at(lorne, belmont)).toBe('Belmont')
    expect(at(lorne)).toBe('Lorne')
    expect(at()).toBe('Sydney')
  })
})
