import type { Filter, FilterContext } from './filter.ts'
import { isCovered, officesOf } from './filter-values.ts'
import { filters } from './filters.ts'
import { seniorities } from './bands.ts'
import type { Category, Company, Person, PostalAddress } from '../records/records.ts'

/** The same in the server's index and on a device. Null sort values are unknown and come last in both directions. */
export type SearchDoc = {
  id: string
  category: Category
  facets: Record<string, readonly string[]>
  /** The main one first; `search` and autocomplete rank by these. */
  names: readonly string[]
  /** Matched by `search`: domain, position, employer. */
  text: readonly string[]
  sort: Record<string, number | string | null>
  /** Every office of a company, headquarters first; where a person is, which is the head office while that is unknown. */
  points: readonly MapPoint[]
}

/** In whole millionths of a degree; `approx`: the centre of a postcode. */
export type MapPoint = { lat: number; lng: number; approx?: true }

/** Facet of past jobs; counts for `position` when metadata.includePast is set. */
export const pastPosition = 'position.past'

/** No accents, lower case, words of letters and digits separated by one space. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const companyDoc = (company: Company, context: FilterContext): SearchDoc => ({
  id: company.id,
  category: 'company',
  facets: companyFacets(company, context),
  names: [company.name, ...company.trading_names],
  text: [...company.domains, ...(company.ticker === undefined ? [] : [company.ticker])],
  sort: {
    employees: company.employees_local ?? company.employees_global ?? null,
    name: foldText(company.name),
    revenue: company.revenue?.amount ?? null,
    founded: company.founded ?? null,
    verified_at: company.quality.verified_at ?? null,
    signal_count: company.signals_90d,
  },
  points: pointsOf(officesOf(company)),
})

/** What the documents of a company's people contain of it. */
export type Employer = {
  facets: SearchDoc['facets']
  /** Where people without a location of their own belong: at the head office, or at the first office in a covered country. */
  country: string | undefined
  headOffice: MapPoint | undefined
}

export const employerOf = (company: Company, { facets, points }: SearchDoc): Employer => {
  const shared = { ...facets }
  for (const identifier of ownToPeople) delete shared[identifier]
  return {
    facets: shared,
    country: officesOf(company)
      .map(({ country }) => country)
      .find(isCovered),
    headOffice: points[0],
  }
}

export const personDoc = (
  person: Person,
  employer: Employer | undefined,
  context: FilterContext,
): SearchDoc => {
  const facets: Record<string, readonly string[]> = {
    company_id: [person.company_id],
    ...employer?.facets,
  }
  for (const filter of filters) {
    const values = personValues(filter)
    if (values) facets[filter.identifier] = values(person, context, employer?.country)
  }
  const past = person.history.filter((job) => job.type === 'historical').map((job) => job.title)
  if (past.length > 0) facets[pastPosition] = past
  const rank = seniorities.findIndex((option) => option.value === person.seniority)
  return {
    id: person.id,
    category: 'people',
    facets,
    names: [person.name],
    text: [person.position, person.company.name],
    sort: {
      seniority: rank === -1 ? null : rank,
      name: foldText(person.name),
      company: foldText(person.company.name),
      role_start: person.role_start ?? null,
      verified_at: person.quality.verified_at ?? null,
    },
    points: person.location
      ? pointsOf([person.location])
      : employer?.headOffice
        ? [employer.headOffice]
        : [],
  }
}

const personValues = (filter: Filter) =>
  filter.about === 'people'
    ? filter.values
    : filter.about === 'company'
      ? filter.ofPeople?.values
      : undefined

const ownToPeople = filters
  .filter((filter) => filter.about === 'company' && personValues(filter) !== undefined)
  .map(({ identifier }) => identifier)

const companyFacets = (
  company: Company,
  context: FilterContext,
): Record<string, readonly string[]> => {
  const facets: Record<string, readonly string[]> = {}
  for (const filter of filters)
    if (filter.about === 'company') facets[filter.identifier] = filter.values(company, context)
  return facets
}

const pointsOf = (addresses: readonly PostalAddress[]): MapPoint[] => {
  const points = new Map<string, MapPoint>()
  for (const { lat, lng, approx } of addresses)
    if (lat !== undefined && lng !== undefined) {
      const point = { lat: rounded(lat), lng: rounded(lng), ...(approx === true && { approx }) }
      points.set(`${point.lat} ${point.lng}`, point)
    }
  return [...points.values()]
}

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
