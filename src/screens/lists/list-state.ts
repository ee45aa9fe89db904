import * as z from 'zod/mini'
import {
  criteriaFor,
  emptyCriteria,
  Near,
  tidyCriteria,
  type Criteria,
  type Sorting,
} from '../../../contract/search/criteria.ts'
import { readCriteria, writeCriteria } from '../../../contract/search/criteria-url.ts'
import { links } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { Area } from '../../shared/map/map-data.ts'

export type ListState = {
  criteria: Criteria
  /** One of `sortsOf`, or null for the default. */
  sort: string | null
  /** Sorts by distance, within a radius in km if there is one; the position itself is never in the address. */
  nearest: { withinKm: number | null } | null
  notVisited: boolean
  /** The circle of a map that the list is narrowed to; not while it is sorted by distance. */
  area: Area | null
  /** Whether the map is shown too. */
  map: boolean
}

/** The radii that a list offers, in km; null is any distance. */
export const radii = [null, 5, 10, 25, 50, 100] as const

/** The filters shown above a list; the others are in the sheet. */
export const filtersOf: Record<Category, readonly string[]> = {
  company: ['industry', 'company_size', 'location', 'has_company_phone', 'has_company_mobile'],
  people: ['industry', 'seniority', 'people_location', 'has_mobile', 'has_work_email'],
}

/** The orders inside a list, as 'field:order'; the first is the default. */
export const sortsOf: Record<Category, readonly { value: string; label: string }[]> = {
  company: [
    { value: 'employees:desc', label: 'Most employees' },
    { value: 'name:asc', label: 'Name, A to Z' },
    { value: 'revenue:desc', label: 'Highest revenue' },
    { value: 'signal_count:desc', label: 'Most signals' },
    { value: 'verified_at:desc', label: 'Last verified' },
    { value: 'founded:desc', label: 'Newest company' },
  ],
  people: [
    { value: 'seniority:asc', label: 'Most senior' },
    { value: 'name:asc', label: 'Name, A to Z' },
    { value: 'company:asc', label: 'Company, A to Z' },
    { value: 'role_start:desc', label: 'Newest in role' },
    { value: 'verified_at:desc', label: 'Last verified' },
  ],
}

/** Parses the address of a list; invalid parts are left out. */
export const readListState = (query: string, category: Category): ListState => {
  const params = new URLSearchParams(query)
  const sort = params.get('sort')
  const nearest = nearestIn(params.get('within'))
  return {
    criteria: withoutNear(criteriaFor(readCriteria(params) ?? emptyCriteria, category)),
    sort: sortsOf[category].find(({ value }) => value === sort)?.value ?? null,
    nearest,
    notVisited: params.get('visited') === 'no',
    area: nearest === null ? areaIn(params.get('area') ?? '') : null,
    map: params.get('view') === 'map',
  }
}

const areaIn = (text: string): Area | null => {
  const [lat, lng, withinKm] = text.split(',').map(Number)
  const near = z.safeParse(Near, { lat, lng, withinKm })
  return near.success && near.data.withinKm !== undefined
    ? { lat: near.data.lat, lng: near.data.lng, withinKm: near.data.withinKm }
    : null
}

const nearestIn = (text: string | null): ListState['nearest'] => {
  if (text === 'any') return { withinKm: null }
  const withinKm = radii.find((radius) => radius !== null && String(radius) === text)
  return withinKm === undefined ? null : { withinKm }
}

/** The address of a list with filters and order; defaults are omitted. */
export const listAddress = (
  id: string,
  { criteria, sort, nearest, notVisited, area, map }: ListState,
): string => {
  const params = new URLSearchParams()
  writeCriteria(withoutNear(criteria), params)
  if (sort !== null) params.append('sort', sort)
  if (nearest !== null) params.append('within', String(nearest.withinKm ?? 'any'))
  if (notVisited) params.append('visited', 'no')
  if (area !== null) params.append('area', `${area.lat},${area.lng},${area.withinKm}`)
  if (map) params.append('view', 'map')
  return params.size === 0 ? links.list(id) : `${links.list(id)}&${params.toString()}`
}

/** A user's position never leaves the device, which computes distances itself. */
const withoutNear = (criteria: Criteria): Criteria => {
  const { near: _, ...metadata } = criteria.metadata
  return { ...criteria, metadata }
}

/** The query that the server and the device answer alike. */
export const questionOf = ({ criteria, sort, area }: ListState): Question => {
  const [field, order] = (sort ?? '').split(':')
  const sorting: Sorting =
    field === undefined || (order !== 'asc' && order !== 'desc') ? [] : [{ field, order }]
  const tidy = tidyCriteria(criteria)
  return {
    criteria:
      area === null
        ? tidy
        : { ...tidy, metadata: { ...tidy.metadata, near: { ...area, onMap: true } } },
    sorting,
  }
}
export type Question = { criteria: Criteria; sorting: Sorting }

export const withSearch = (state: ListState, search: string): ListState => ({
  ...state,
  criteria: { ...state.criteria, search },
})

export const toggleValue = (state: ListState, identifier: string, value: string): ListState => {
  const { criteria } = state
  const before = criteria.filters[identifier] ?? []
  const values = before.includes(value)
    ? before.filter((each) => each !== value)
    : [...before, value]
  const filters = { ...criteria.filters, [identifier]: values }
  return { ...state, criteria: tidyCriteria({ ...criteria, filters }) }
}

export const clearFilters = (state: ListState): ListState => ({
  ...state,
  criteria: emptyCriteria,
  nearest: state.nearest && { withinKm: null },
  notVisited: false,
  area: null,
})

/** Whether its filters leave records out; where they do not, its order may still differ. */
export const isNarrowed = ({ criteria, nearest, notVisited, area }: ListState): boolean => {
  const { search, filters, excluded } = tidyCriteria(criteria)
  return (
    search !== '' ||
    notVisited ||
    area !== null ||
    (nearest !== null && nearest.withinKm !== null) ||
    Object.keys({ ...filters, ...excluded }).length > 0
  )
}

export const fieldOf = (sort: string): string => sort.split(':')[0] ?? ''

/** The order of a list; null where distance decides it. */
export const sortedBy = (category: Category, { sort }: ListState, nearest: boolean) => {
  const [field = '', order] = (sort ?? sortsOf[category][0]?.value ?? '').split(':')
  return nearest ? null : { field, order: order === 'asc' ? ('asc' as const) : ('desc' as const) }
}

/** Sorts by a field in the one order that a list offers for it. */
export const withSort = (state: ListState, category: Category, field: string): ListState => {
  const at = sortsOf[category].findIndex(({ value }) => fieldOf(value) === field)
  return { ...state, sort: at <= 0 ? null : (sortsOf[category][at]?.value ?? null) }
}
