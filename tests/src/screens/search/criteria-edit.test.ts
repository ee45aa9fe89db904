import { describe, expect, it } from 'vitest'
import { emptyCriteria, type Criteria } from '../../../../contract/search/criteria.ts'
import {
  withoutFaults,
  clearCriteria,
  criteriaKey,
  filtersInUse,
  withMark,
  markOf,
  newCriteria,
  sameCriteria,
  withOperator,
  without,
  withPast,
  withRadius,
  withUnknown,
} from '../../../../src/screens/search/criteria-edit.ts'

const perth: Criteria = {
  ...emptyCriteria,
  filters: { country: ['AU'], location: ['AU/WA'], technographics: ['Xero', 'HubSpot'] },
  excluded: { company_type: ['Government (state)'] },
  operators: { technographics: 'AND' },
  search: 'builders',
  metadata: { radiusKm: 25, includeUnknown: ['revenue'] },
}

describe('editing criteria', () => {
  it('includes a value and removes it', () => {
    const included = withMark(emptyCriteria, 'industry', 'Mining', 'include')
    expect(included.filters).toEqual({ industry: ['Mining'] })
    expect(withMark(included, 'industry', 'Mining', null)).toEqual(emptyCriteria)
  })

  it('never holds a value both included and excluded', () => {
    const included = withMark(emptyCriteria, 'industry', 'Mining', 'include')
    const excluded = withMark(included, 'industry', 'Mining', 'exclude')
    expect(excluded.filters).toEqual({})
    expect(excluded.excluded).toEqual({ industry: ['Mining'] })
    expect(markOf(excluded, 'industry', 'Mining')).toBe('exclude')
    expect(withMark(excluded, 'industry', 'Mining', 'include').excluded).toEqual({})
  })

  it('drops the operator with the last value of its filter', () => {
    const single = withMark(perth, 'technographics', 'Xero', null)
    expect(single.operators).toEqual({ technographics: 'AND' })
    expect(withMark(single, 'technographics', 'HubSpot', null).operators).toEqual({})
  })

  it('stores AND, and omits the default OR', () => {
    expect(withOperator(perth, 'technographics', 'OR').operators).toEqual({})
    expect(withOperator(perth, 'location', 'AND').operators).toEqual({
      technographics: 'AND',
      location: 'AND',
    })
  })

  it('preserves only the country when everything is cleared', () => {
    expect(clearCriteria(perth)).toEqual({ ...emptyCriteria, filters: { country: ['AU'] } })
    expect(clearCriteria({ ...perth, filters: {}, excluded: { country: ['NZ'] } })).toEqual({
      ...emptyCriteria,
      excluded: { country: ['NZ'] },
    })
  })

  it('starts a new search in the default country, Australia when that is unset or ALL', () => {
    expect(newCriteria('NZ').filters).toEqual({ country: ['NZ'] })
    expect(newCriteria('ALL').filters).toEqual({ country: ['AU'] })
    expect(newCriteria(null).filters).toEqual({ country: ['AU'] })
  })

  it('removes a whole filter with its metadata', () => {
    expect(without(perth, 'location').metadata).toEqual({ includeUnknown: ['revenue'] })
    expect(without(perth, 'revenue').metadata).toEqual({ radiusKm: 25 })
    expect(without(perth, 'company_type').excluded).toEqual({})
    expect(without(perth, 'technographics').operators).toEqual({})
    expect(without(perth, 'search').search).toBe('')
    expect(without(withPast(perth, true), 'position').metadata.includePast).toBeUndefined()
  })

  it('turns radius, unknown values and past jobs on and off', () => {
    expect(withRadius(perth, undefined).metadata.radiusKm).toBeUndefined()
    expect(withUnknown(emptyCriteria, 'revenue', true).metadata).toEqual({
      includeUnknown: ['revenue'],
    })
    expect(withUnknown(perth, 'revenue', false).metadata).toEqual({ radiusKm: 25 })
    expect(withPast(withPast(emptyCriteria, true), false)).toEqual(emptyCriteria)
  })

  it('counts chosen and excluded values of a filter together', () => {
    expect([...filtersInUse(perth)]).toEqual([
      ['country', 1],
      ['location', 1],
      ['technographics', 2],
      ['company_type', 1],
      ['revenue', 1],
    ])
  })

  it('recognises equivalent criteria in another order', () => {
    const other: Criteria = {
      ...perth,
      filters: { technographics: ['HubSpot', 'Xero'], location: ['AU/WA'], country: ['AU'] },
    }
    expect(sameCriteria(perth, other)).toBe(true)
    expect(criteriaKey(perth)).not.toBe(
      criteriaKey(withMark(perth, 'industry', 'Mining', 'include')),
    )
  })
})

describe('invalid criteria of a link', () => {
  it('are removed by the pointers of the server, and the rest stays', () => {
    const criteria: Criteria = {
      ...emptyCriteria,
      filters: { industry: ['Alchemy', 'Construction'], shoe_size: ['42'], country: ['AU'] },
      excluded: { company_type: ['Guild'] },
      operators: { shoe_size: 'AND' },
    }
    const mended = withoutFaults(criteria, [
      '/filters/industry/0',
      '/filters/shoe_size',
      '/excluded/company_type/0',
    ])
    expect(mended.filters).toEqual({ industry: ['Construction'], country: ['AU'] })
    expect(mended.excluded).toEqual({})
    expect(mended.operators).toEqual({})
  })
})
