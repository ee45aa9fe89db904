import { describe, expect, it } from 'vitest'
import { criteriaErrors, emptyCriteria } from '../../../../contract/search/criteria.ts'
import { greeting } from '../../../../src/screens/home/greeting.ts'
import { searchLink, starts } from '../../../../src/screens/home/starts.ts'
import { decodeSearch } from '../../../../src/screens/search/url.ts'

describe('the searches to start from', () => {
  it.each(starts)('$title opens a valid search', ({ values }) => {
    const query = searchLink({ ...values, country: 'AU' }).split('?')[1] ?? ''
    const state = decodeSearch(query, emptyCriteria)
    const { tab, ...filters } = values
    expect(state.tab).toBe(tab ?? 'company')
    expect(Object.keys(state.criteria.filters).toSorted()).toEqual(
      ['country', ...Object.keys(filters)].toSorted(),
    )
    expect(criteriaErrors(state.criteria, state.tab)).toEqual([])
  })
})

it('The greeting follows the clock and uses the first name', () => {
  expect(greeting('Alex Marsh', 8)).toBe('Good morning, Alex')
  expect(greeting('Alex', 13)).toBe('Good afternoon, Alex')
  expect(greeting(null, 20)).toBe('Good evening')
  expect(greeting('', 2)).toBe('Good evening')
})
