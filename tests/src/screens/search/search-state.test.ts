import { describe, expect, it } from 'vitest'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import {
  lastPage,
  offeredSorts,
  peopleOf,
  recordsInput,
  startState,
  withCriteria,
  withPage,
  withSize,
  withSort,
  withTab,
} from '../../../../src/screens/search/search-state.ts'

const start = startState({
  ...emptyCriteria,
  filters: { industry: ['Mining'], seniority: ['Director'] },
})
const deep = { ...start, pages: { company: 3, people: 4 } }

describe('the state of a search', () => {
  it('resets the people page when the company page changes, but not the reverse', () => {
    expect(withPage(deep, 5).pages).toEqual({ company: 5, people: 0 })
    expect(withPage(withTab(deep, 'people'), 5).pages).toEqual({ company: 3, people: 5 })
  })

  it('starts on the first page again when criteria, size or order change', () => {
    expect(withCriteria(deep, emptyCriteria).pages).toEqual({ company: 0, people: 0 })
    expect(withSize(deep, 50).pages).toEqual({ company: 0, people: 0 })
    expect(withSort(deep, { field: 'name', order: 'asc' }).pages.company).toBe(0)
  })

  it('preserves the pages when the tab changes', () => {
    expect(withTab(deep, 'people').pages).toEqual(deep.pages)
  })

  it('searches companies without the filters about people', () => {
    expect(recordsInput(deep, 'company')).toMatchObject({
      filters: { industry: ['Mining'] },
      from: 30,
      size: 10,
      sorting: [],
    })
    expect(recordsInput(deep, 'people').filters).toHaveProperty('seniority')
  })

  it('offers relevance only with a term and distance only with a point of origin', () => {
    expect(offeredSorts(emptyCriteria, 'company')).not.toContain('relevance')
    expect(offeredSorts({ ...emptyCriteria, search: 'xero' }, 'company')).toContain('relevance')
    const near = { ...emptyCriteria, metadata: { near: { lat: -32, lng: 116 } } }
    expect(offeredSorts(near, 'company')).toContain('distance')
  })

  it('does not request an order that is no longer offered', () => {
    const sorted = withSort(start, { field: 'relevance', order: 'desc' })
    expect(recordsInput(sorted, 'company').sorting).toEqual([])
  })

  it('never offers a page beyond result 10,000', () => {
    expect(lastPage(1_000_000, 10)).toBe(999)
    expect(lastPage(25, 10)).toBe(2)
    expect(lastPage(0, 10)).toBe(0)
  })

  it('finds the people of companies and preserves the other filters', () => {
    const id = '0190a0a0-0000-7000-8000-000000000001'
    expect(peopleOf(deep, [id])).toMatchObject({
      tab: 'people',
      pages: { company: 0, people: 0 },
      criteria: { filters: { company_id: [id], seniority: ['Director'] } },
    })
  })
})
