import * as z from 'zod/mini'
import { listPageSize, maxTermLength } from '../constants.ts'
import type { Filter } from './filter.ts'
import { appliesTo, filterOf } from './filters.ts'
import type { ProblemDetail } from '../core/problem.ts'
import type { Category } from '../records/records.ts'
import { isUuid } from '../core/ids.ts'
import { escapePointer } from '../core/problem.ts'

const Values = z.record(z.string(), z.array(z.string()))

const latitude = z.number().check(z.minimum(-90), z.maximum(90))
const longitude = z.number().check(z.minimum(-180), z.maximum(180))
const kilometres = z.number().check(z.minimum(1), z.maximum(100))

/**
 * A point to sort by distance from, and with `withinKm` to search around. `town`: the location that it is the centre of; `onMap`: chosen on a
 * map. Any other point is a user's position.
 */
export const Near = z.object({
  lat: latitude,
  lng: longitude,
  withinKm: z.optional(kilometres),
  town: z.optional(z.string().check(z.maxLength(120))),
  onMap: z.optional(z.literal(true)),
})
export type Near = z.infer<typeof Near>

export const CriteriaMetadata = z.object({
  /** Kilometres around every postcode of the chosen locations. */
  radiusKm: z.optional(kilometres),
  /** Currently revenue (product 2.10). */
  includeUnknown: z.optional(z.array(z.string())),
  /** Product 2.2, 'historical item'. */
  includePast: z.optional(z.boolean()),
  near: z.optional(Near),
})
export type CriteriaMetadata = z.infer<typeof CriteriaMetadata>

/** Spec 4: values of a filter are joined by OR unless `operators` says AND, filters by AND; `search` matches names and titles. */
export const Criteria = z.object({
  filters: z._default(Values, {}),
  operators: z._default(z.record(z.string(), z.enum(['AND', 'OR'])), {}),
  excluded: z._default(Values, {}),
  search: z._default(z.string().check(z.maxLength(maxTermLength)), ''),
  metadata: z._default(CriteriaMetadata, {}),
})
export type Criteria = z.infer<typeof Criteria>

export const emptyCriteria: Criteria = {
  filters: {},
  operators: {},
  excluded: {},
  search: '',
  metadata: {},
}

const SortOrder = z.enum(['asc', 'desc'])
export const Sorting = z
  .array(z.object({ field: z.string(), order: SortOrder }))
  .check(z.maxLength(1))
export type Sorting = z.infer<typeof Sorting>

/**
 * The default first (product 2.1); `relevance` needs `search`, `distance` metadata.near; `fit` is the default order without an
 * ideal customer profile.
 */
export const sorts = {
  company: [
    'employees',
    'name',
    'revenue',
    'founded',
    'verified_at',
    'signal_count',
    'distance',
    'fit',
    'relevance',
  ],
  people: ['seniority', 'name', 'company', 'role_start', 'verified_at', 'distance', 'relevance'],
} as const

export const pageSizes = [listPageSize, 25, 50, 100] as const
export const deepest = 10_000

export const maxFilters = 40
export const maxValues = 200

/** Spec 5, product 2.3; the server checks values of large catalogues. */
export const criteriaErrors = (criteria: Criteria, category: Category): ProblemDetail[] => {
  const errors: ProblemDetail[] = []
  const add = (pointer: string, code: string, detail: string): void => {
    errors.push({ pointer, code, detail })
  }
  const identifiers = new Set([...Object.keys(criteria.filters), ...Object.keys(criteria.excluded)])
  if (identifiers.size > maxFilters)
    add('/filters', 'too-many', `At most ${maxFilters} filters can be used at once.`)
  for (const part of ['filters', 'excluded'] as const)
    for (const [identifier, values] of Object.entries(criteria[part])) {
      const at = `/${part}/${escapePointer(identifier)}`
      const filter = filterOf(identifier)
      if (!filter) add(at, 'unknown-filter', `We don’t know the filter '${identifier}'.`)
      else if (!appliesTo(filter, category))
        add(at, 'wrong-category', `'${filter.label}' narrows people, not companies.`)
      else if (values.length > maxValues)
        add(at, 'too-many', `At most ${maxValues} values a filter.`)
      else values.forEach((value, index) => checkValue(filter, value, `${at}/${index}`, add))
    }
  for (const [identifier, operator] of Object.entries(criteria.operators)) {
    const at = `/operators/${escapePointer(identifier)}`
    const filter = filterOf(identifier)
    if (!filter) add(at, 'unknown-filter', `We don’t know the filter '${identifier}'.`)
    else if (operator === 'AND' && filter.and !== true)
      add(at, 'or-only', `Values of '${filter.label}' can only be joined by OR.`)
  }
  criteria.metadata.includeUnknown?.forEach((identifier, index) => {
    if (filterOf(identifier)?.unknown !== true)
      add(
        `/metadata/includeUnknown/${index}`,
        'unknown-filter',
        `'${identifier}' cannot include unknown values.`,
      )
  })
  return errors
}

export const isPosition = ({ town, onMap }: Near): boolean => town === undefined && onMap !== true

/** A user's position is not stored; the centre of a town or of a map is. */
export const withoutPosition = ({ near, ...rest }: CriteriaMetadata): CriteriaMetadata =>
  near === undefined || isPosition(near) ? rest : { ...rest, near }

const checkValue = (
  filter: Filter,
  value: string,
  at: string,
  add: (pointer: string, code: string, detail: string) => void,
): void => {
  if (filter.options && !filter.options.some((option) => option.value === value))
    add(at, 'unknown-value', `'${value}' isn’t a value of ${filter.label}.`)
  if (filter.kind === 'text' && (value.trim().length < 2 || value.length > maxTermLength))
    add(at, 'text-length', `Enter 2 to ${maxTermLength} characters.`)
  if (filter.kind === 'ids' && !isUuid(value))
    add(at, 'unknown-value', `'${value}' is not the id of a record.`)
}

/** Leaves out empty value lists, OR (the default) and operators of unused filters (spec 5). */
export const tidyCriteria = (criteria: Criteria): Criteria => {
  const filled = (values: Record<string, string[]>): Record<string, string[]> =>
    Object.fromEntries(Object.entries(values).filter(([, list]) => list.length > 0))
  const filters = filled(criteria.filters)
  return {
    ...criteria,
    filters,
    excluded: filled(criteria.excluded),
    operators: Object.fromEntries(
      Object.entries(criteria.operators).filter(
        ([identifier, operator]) => operator === 'AND' && identifier in filters,
      ),
    ),
    search: criteria.search.trim(),
  }
}

/** Filters about people are ignored for companies. */
export const criteriaFor = (criteria: Criteria, category: Category): Criteria => {
  const applying = <T>(values: Record<string, T>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(values).filter(([identifier]) => {
        const filter = filterOf(identifier)
        return filter === undefined || appliesTo(filter, category)
      }),
    )
  return {
    ...criteria,
    filters: applying(criteria.filters),
    excluded: applying(criteria.excluded),
    operators: applying(criteria.operators),
  }
}
