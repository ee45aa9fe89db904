import { describe, expect, it } from 'vitest'
import {
  criteriaErrors,
  criteriaFor,
  emptyCriteria,
  tidyCriteria,
  type Criteria,
} from '../../../contract/search/criteria.ts'
import { locationValues, roleDuration } from '../../../contract/search/filter-values.ts'
import { valueLabel, filterOf } from '../../../contract/search/filters.ts'
import { companyBands } from '../../../contract/search/bands.ts'
import { querySentence, sentenceParts } from '../../../contract/search/sentence.ts'

const criteria = (part: Partial<Criteria>): Criteria => ({ ...emptyCriteria, ...part })
const pointers = (part: Partial<Criteria>, category: 'company' | 'people' = 'people'): string[] =>
  criteriaErrors(criteria(part), category).map((error) => error.pointer)

describe('criteria', () => {
  it('have no errors if every filter and value exists', () => {
    expect(
      pointers({
        filters: { revenue: ['10-25M'], position: ['site manager'] },
        excluded: { company_type: ['Trust'] },
      }),
    ).toEqual([])
  })

  it('report each value that a fixed catalogue does not have', () => {
    expect(pointers({ filters: { revenue: ['10-25M', 'plenty'] } })).toEqual(['/filters/revenue/1'])
  })

  it('need text of 2 to 120 characters and valid ids', () => {
    expect(
      pointers({ filters: { keywords: ['x'], skills: ['y'.repeat(121)], company_id: ['7'] } }),
    ).toEqual(['/filters/keywords/0', '/filters/skills/0', '/filters/company_id/0'])
  })

  it('allow at most 200 values per filter', () => {
    const values = Array.from({ length: 201 }, (_, n) => `word ${n}`)
    expect(pointers({ filters: { keywords: values } })).toEqual(['/filters/keywords'])
  })

  it('escape the name of a filter in a JSON pointer', () => {
    expect(pointers({ filters: { 'a/b~c': ['x'] } })).toEqual(['/filters/a~1b~0c'])
  })

  it('are sent without empty lists, OR, and operators of unused filters (spec 5)', () => {
    const tidy = tidyCriteria(
      criteria({
        filters: { skills: ['xero'], keywords: [] },
        operators: { skills: 'AND', keywords: 'AND', services: 'OR' },
        excluded: { industry: [] },
        search: '  harbour ',
      }),
    )
    expect(tidy).toMatchObject({
      filters: { skills: ['xero'] },
      operators: { skills: 'AND' },
      excluded: {},
      search: 'harbour',
    })
    expect(Object.keys(tidy.filters)).toEqual(['skills'])
  })

  it('about people are ignored for companies', () => {
    const both = criteria({
      filters: { industry: ['Construction'], seniority: ['Director'] },
      operators: { seniority: 'AND' },
    })
    expect(criteriaFor(both, 'company')).toMatchObject({
      filters: { industry: ['Construction'] },
      operators: {},
    })
    expect(criteriaFor(both, 'company').filters).not.toHaveProperty('seniority')
    expect(criteriaFor(both, 'people')).toEqual(both)
  })
})

describe('the query sentence', () => {
  const sentence = (part: Partial<Criteria>): string =>
    querySentence(sentenceParts(criteria(part), 'company'))

  it('shows criteria in plain English, in the panel’s order', () => {
    expect(
      sentence({
        filters: {
          technographics: ['Xero'],
          location: ['AU/WA'],
          industry: ['Construction'],
          company_size: ['51-200'],
        },
        excluded: { company_type: ['Government (state)'] },
      }),
    ).toBe(
      'Companies located in Western Australia, in Construction, with 51–200 local employees, not of type Government (state), using Xero',
    )
  })

  it('joins values by or, and by and if all are required', () => {
    expect(sentence({ filters: { technographics: ['Xero', 'Deputy'] } })).toBe(
      'Companies using Xero or Deputy',
    )
    expect(
      sentence({
        filters: { technographics: ['Xero', 'Deputy'] },
        operators: { technographics: 'AND' },
      }),
    ).toBe('Companies using Xero and Deputy')
  })

  it('counts values that are too many to read', () => {
    expect(sentence({ filters: { technographics: ['A1', 'B2', 'C3', 'D4', 'E5'] } })).toBe(
      'Companies using A1, B2, C3 or 2 more',
    )
  })

  it.each([
    [
      'company_size',
      ['51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'],
      'with 51 or more local employees',
    ],
    ['company_size', ['201-500', '51-200'], 'with 51 to 500 local employees'],
    ['company_size', ['1-10', '11-50'], 'with up to 50 local employees'],
    ['company_size', ['51-200'], 'with 51–200 local employees'],
    ['company_size', ['1-10', '51-200', '201-500'], 'with 1–10 or 51 to 500 local employees'],
    ['company_size', companyBands.map(({ value }) => value), 'with 1 or more local employees'],
    ['revenue', ['10-25M', '25-50M'], 'with revenue of $10M to $50M'],
    ['revenue', ['500M-1B', '1B-10B', '10B+'], 'with revenue of $500M or more'],
    ['revenue', ['0-1M', '1-10M'], 'with revenue of up to $10M'],
    ['multiple_locations', ['6-20', '21-100', '100+'], 'with 6 or more locations'],
    ['web_traffic', ['100-500k', '500k-1M'], 'with 100k to 1M web visits a month'],
    ['web_traffic', ['<1k', '1-10k'], 'with up to 10k web visits a month'],
    ['job_posts', ['in/Sales', '21-50', '50+'], 'with job posts: hiring in Sales or 21 or more'],
    ['reviews_and_ratings', ['4.5+', '4-4.4'], 'rated 4 or more'],
    ['current_role_duration', ['6-12m', '1-2y'], '6 months to 2 years in their role'],
    ['current_role_duration', ['1-2y', '2-5y', '5-10y', '10y+'], '1 year or more in their role'],
  ])('joins neighbouring bands of %s: %s', (identifier, values, expected) => {
    const parts = sentenceParts(criteria({ filters: { [identifier]: values } }), 'people')
    expect(parts.at(-1)?.text).toBe(expected)
  })

  it('joins excluded bands too', () => {
    expect(sentence({ excluded: { company_size: ['5001-10000', '10001+'] } })).toBe(
      'Companies not with 5001 or more local employees',
    )
  })

  it('says the radius, unknown values and past positions', () => {
    const filters = { location: ['AU/VIC/Geelong'], revenue: ['1-10M'], position: ['Estimator'] }
    const metadata = { radiusKm: 25, includeUnknown: ['revenue'], includePast: true }
    expect(querySentence(sentenceParts(criteria({ filters, metadata }), 'people'))).toBe(
      'People at companies located in Geelong, VIC within 25 km, with revenue of $1–10M or unknown, working as Estimator now or before',
    )
  })

  it('has its own text without filters', () => {
    expect(sentence({})).toBe('All companies')
  })

  it('has capitals only in names', () => {
    const people = (filters: Criteria['filters']): string =>
      querySentence(sentenceParts(criteria({ filters }), 'people'))
    expect(people({ current_role_duration: ['<3m', '3-6m'], influencer: ['Decision maker'] })).toBe(
      'People likely decision maker, up to 6 months in their role',
    )
    expect(people({ email_deliverability: ['Catch-all'] })).toBe('People with a catch-all email')
    expect(sentence({ filters: { reviews_and_ratings: ['<3', 'None'] } })).toBe(
      'Companies rated below 3 or no reviews',
    )
    expect(sentence({ filters: { job_posts: ['30d', 'in/Sales'] } })).toBe(
      'Companies with job posts: new in the last 30 days or hiring in Sales',
    )
    expect(
      sentence({ filters: { target_market: ['SMB', 'Mid-market'], social_media: ['LinkedIn'] } }),
    ).toBe('Companies selling to SMB or mid-market, on LinkedIn')
  })
})

describe('values of filters', () => {
  it('of a location are its country, state, city, suburb and postcode', () => {
    expect(
      locationValues({
        country: 'AU',
        state: 'WA',
        city: 'Perth',
        suburb: 'Osborne Park',
        postcode: '6017',
      }),
    ).toEqual([
      'AU',
      'AU/WA',
      'AU/WA/Perth',
      'AU/WA/Perth/6017',
      'AU/WA/Osborne Park',
      'AU/WA/Osborne Park/6017',
    ])
  })

  it.each([
    ['2026-02-01', '<3m'],
    ['2025-11-20', '3-6m'],
    ['2025-05-01', '6-12m'],
    ['2024-06-01', '1-2y'],
    ['2022-01-01', '2-5y'],
    ['2018-01-01', '5-10y'],
    ['2001-01-01', '10y+'],
  ])('of a role that began on %s are %s on 3 March 2026', (start, band) => {
    expect(roleDuration(start, '2026-03-03')).toBe(band)
  })

  it.each([
    ['location', 'AU/WA', 'Western Australia'],
    ['location', 'AU/WA/Perth', 'Perth, WA'],
    ['location', 'NZ', 'New Zealand'],
    ['company_size', '51-200', '51–200'],
    ['technographics', 'Xero', 'Xero'],
  ])('of %s have labels: %s is %s', (identifier, value, label) => {
    const filter = filterOf(identifier)
    expect(filter && valueLabel(filter, value)).toBe(label)
  })
})
