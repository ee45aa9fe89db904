import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  deepest,
  emptyCriteria,
  pageSizes,
  sorts,
  tidyCriteria,
  withoutPosition,
  type Criteria,
} from '../../../../contract/search/criteria.ts'
import type { Filter } from '../../../../contract/search/filter.ts'
import { filters } from '../../../../contract/search/filters.ts'
import { decodeSearch, encodeSearch, parseSearch } from '../../../../src/screens/search/url.ts'
import { startState, type SearchState } from '../../../../src/screens/search/search-state.ts'

const fresh: Criteria = { ...emptyCriteria, filters: { country: ['AU'] } }

const valueOf = (filter: Filter): fc.Arbitrary<string> => {
  if (filter.options) return fc.constantFrom(...filter.options.map((option) => option.value))
  if (filter.kind === 'ids') return fc.uuid()
  return fc
    .string({ unit: 'grapheme', minLength: 2, maxLength: 40 })
    .filter((text) => text.trim().length >= 2)
}

const chosen = fc
  .subarray([...filters], { maxLength: 8 })
  .chain((some) =>
    fc.tuple(
      ...some.map((filter) =>
        fc.tuple(
          fc.constant(filter.identifier),
          fc.uniqueArray(valueOf(filter), { minLength: 1, maxLength: 5 }),
        ),
      ),
    ),
  )
  .map((entries): Record<string, string[]> => Object.fromEntries(entries))

const criteria: fc.Arbitrary<Criteria> = fc
  .record({
    filters: chosen,
    excluded: chosen,
    and: fc.subarray(filters.filter((filter) => filter.and).map((filter) => filter.identifier)),
    search: fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.trim().slice(0, 120)),
    metadata: fc.record(
      {
        radiusKm: fc.integer({ min: 1, max: 100 }),
        includeUnknown: fc.constant('revenue').map((identifier) => [identifier]),
        includePast: fc.constant(true),
        near: fc.record(
          {
            lat: fc.double({ min: -90, max: 90, noNaN: true }).map((value) => value + 0),
            lng: fc.double({ min: -180, max: 180, noNaN: true }).map((value) => value + 0),
            town: fc.constantFrom('AU/WA/Perth', 'NZ/Canterbury/Christchurch/8011'),
            withinKm: fc.integer({ min: 1, max: 100 }),
          },
          { requiredKeys: ['lat', 'lng', 'town'] },
        ),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ and, ...rest }) =>
    tidyCriteria({
      ...rest,
      operators: Object.fromEntries(and.map((identifier) => [identifier, 'AND' as const])),
    }),
  )

const sortOf = (category: 'company' | 'people') =>
  fc.option(
    fc.record({
      field: fc.constantFrom(...sorts[category]),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    }),
  )

const state: fc.Arbitrary<SearchState> = fc
  .record({
    criteria,
    tab: fc.constantFrom('company' as const, 'people' as const),
    size: fc.constantFrom(...pageSizes),
    sort: fc.record({ company: sortOf('company'), people: sortOf('people') }),
    open: fc.option(fc.uuid()),
    map: fc.boolean(),
    saved: fc.option(fc.uuid()),
    prompt: fc.option(fc.stringMatching(/^\S.{0,40}\S$/u)),
    pages: fc.record({ company: fc.nat(), people: fc.nat() }),
  })
  .map((drawn) => {
    const most = deepest / drawn.size
    return {
      ...drawn,
      pages: { company: drawn.pages.company % most, people: drawn.pages.people % most },
    }
  })

describe('the address of a search', () => {
  it('round-trips every search', () => {
    fc.assert(
      fc.property(state, (search) => {
        expect(decodeSearch(encodeSearch(search), fresh)).toEqual(search)
      }),
      { numRuns: 1000 },
    )
  })

  it('parses any text, and is stable from then on', () => {
    const key = fc.oneof(
      fc.constantFrom(...filters.map((filter) => filter.identifier)),
      fc.constantFrom(
        'q',
        'and',
        'tab',
        'page',
        'people.page',
        'size',
        'sort',
        'radius',
        'near',
        'within',
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.string({ unit: 'binary' }))), (pairs) => {
        const query = pairs.map(([name, value]) => `${name}=${value}`).join('&')
        const once = decodeSearch(query, fresh)
        expect(decodeSearch(encodeSearch(once), fresh)).toEqual(once)
      }),
    )
  })

  it('preserves a point whose latitude is its longitude', () => {
    const near = { lat: 5, lng: 5, town: 'AU/WA/Perth' }
    const search = startState({ ...emptyCriteria, metadata: { near } })
    expect(decodeSearch(encodeSearch(search), fresh)).toEqual(search)
  })

  it('holds an area of the map, which is no position of the user', () => {
    const near = { lat: -31.95, lng: 115.86, onMap: true as const, withinKm: 12 }
    const search = startState({
      ...emptyCriteria,
      filters: { country: ['AU'] },
      metadata: { near },
    })
    const address = encodeSearch({ ...search, map: true })
    expect(address).toBe('country=AU&near=-31.95,115.86,map&within=12&view=map')
    expect(decodeSearch(address, fresh)).toEqual({ ...search, map: true })
    expect(parseSearch(address).awaitsPosition).toBe(false)
    expect(withoutPosition({ near })).toEqual({ near })
    expect(withoutPosition({ near: { ...near, onMap: undefined } })).toEqual({})
  })

  it('leaves out the position of the user, which only a located device adds', () => {
    const position = { lat: -31.95, lng: 115.86 }
    const search = startState({
      ...emptyCriteria,
      filters: { country: ['AU'] },
      metadata: { near: { ...position, withinKm: 25 } },
    })
    const address = encodeSearch(search)
    expect(address).toBe('country=AU&near=me&within=25')
    expect(decodeSearch(address, fresh, position)).toEqual(search)
    expect(decodeSearch(address, fresh).criteria.metadata).toEqual({})
    expect(parseSearch(address).awaitsPosition).toBe(true)
    expect(parseSearch(address, position).awaitsPosition).toBe(false)
  })

  it('is readable', () => {
    const search: SearchState = {
      ...startState({
        ...emptyCriteria,
        filters: {
          industry: ['Construction'],
          location: ['AU/WA'],
          company_size: ['51-200'],
          technographics: ['Xero', 'HubSpot'],
        },
        operators: { technographics: 'AND' },
        excluded: { company_type: ['Government (state)'] },
      }),
      tab: 'people',
      pages: { company: 0, people: 2 },
      sort: { company: null, people: { field: 'name', order: 'asc' } },
    }
    expect(encodeSearch(search)).toBe(
      'industry=Construction&location=AU/WA&company_size=51-200&technographics=Xero&technographics=HubSpot' +
        '&not.company_type=Government+(state)&and=technographics&tab=people&people.sort=name:asc&people.page=3',
    )
  })

  it('without criteria is a new search in the default country', () => {
    expect(decodeSearch('', fresh).criteria).toEqual(fresh)
    expect(decodeSearch('tab=people&page=2', fresh).criteria).toEqual(fresh)
  })

  it('tells a search of all countries from a new one', () => {
    const everywhere = encodeSearch(startState(emptyCriteria))
    expect(everywhere).toBe('country=any')
    expect(decodeSearch(everywhere, fresh).criteria).toEqual(emptyCriteria)
  })

  it('drops values, pages, sizes and orders that do not exist', () => {
    const broken =
      'company_size=lots&company_size=51-200&company_id=7&page=-3&people.page=9999999&size=7&sort=shoe:asc&tab=pets&and=industry&radius=900&near=here,there&nonsense=1'
    const search = decodeSearch(broken, fresh)
    expect(search.criteria).toEqual({ ...emptyCriteria, filters: { company_size: ['51-200'] } })
    expect(search.pages).toEqual({ company: 0, people: 999 })
    expect(search.size).toBe(10)
    expect(search.sort.company).toBeNull()
    expect(search.tab).toBe('company')
  })
})
