import { companyFilters } from './company-filters.ts'
import type { Filter } from './filter.ts'
import { peopleFilters } from './people-filters.ts'
import type { Category } from '../records/records.ts'

/** Every identifier of spec 3, in the panel's order. */
export const filters: readonly Filter[] = [...companyFilters, ...peopleFilters]

const byIdentifier = new Map(filters.map((filter) => [filter.identifier, filter]))

export const filterOf = (identifier: string): Filter | undefined => byIdentifier.get(identifier)

/** Company filters apply to people through their employer. */
export const appliesTo = (filter: Filter, category: Category): boolean =>
  category === 'people' || filter.about !== 'people'

/** The option's, the last part of a location, or the value itself. */
export const valueLabel = (filter: Filter, value: string): string => {
  const option = filter.options?.find((candidate) => candidate.value === value)
  if (option) return option.label
  if (filter.identifier === 'location' || filter.identifier === 'people_location')
    return locationLabel(value)
  return value
}

const countryNames = new Map([
  ['AU', 'Australia'],
  ['NZ', 'New Zealand'],
])
const stateNames = new Map([
  ['AU/NSW', 'New South Wales'],
  ['AU/VIC', 'Victoria'],
  ['AU/QLD', 'Queensland'],
  ['AU/WA', 'Western Australia'],
  ['AU/SA', 'South Australia'],
  ['AU/TAS', 'Tasmania'],
  ['AU/ACT', 'Australian Capital Territory'],
  ['AU/NT', 'Northern Territory'],
])

/** 'Perth, WA' for AU/WA/Perth. */
export const townLabel = (value: string): string => locationLabel(value)

const locationLabel = (value: string): string => {
  const [country = '', state, town, postcode] = value.split('/')
  if (state === undefined) return countryNames.get(country) ?? country
  if (town === undefined) return stateNames.get(value) ?? state
  return postcode === undefined ? `${town}, ${state}` : `${town} ${postcode}, ${state}`
}
