import { defaultCountry as fallbackCountry, maxTermLength } from '../../../contract/constants.ts'
import {
  emptyCriteria,
  tidyCriteria,
  type Criteria,
  type Near,
} from '../../../contract/search/criteria.ts'
import { escapePointer } from '../../../contract/core/problem.ts'

export type Mark = 'include' | 'exclude' | null

export const markOf = (criteria: Criteria, identifier: string, value: string): Mark => {
  if (criteria.filters[identifier]?.includes(value) === true) return 'include'
  return criteria.excluded[identifier]?.includes(value) === true ? 'exclude' : null
}

/** Criteria in which a value is included, excluded or neither; it is never both. */
export const withMark = (
  criteria: Criteria,
  identifier: string,
  value: string,
  mark: Mark,
): Criteria => {
  const side = (values: Criteria['filters'], takes: boolean): Criteria['filters'] => {
    const rest = (values[identifier] ?? []).filter((other) => other !== value)
    const had = (values[identifier] ?? []).includes(value)
    if (takes && had) return values
    return { ...values, [identifier]: takes ? [...rest, value] : rest }
  }
  return tidyCriteria({
    ...criteria,
    filters: side(criteria.filters, mark === 'include'),
    excluded: side(criteria.excluded, mark === 'exclude'),
  })
}

/** Values joined by AND or OR; the default OR is not stored (spec 5). */
export const withOperator = (
  criteria: Criteria,
  identifier: string,
  operator: 'AND' | 'OR',
): Criteria =>
  tidyCriteria({ ...criteria, operators: { ...criteria.operators, [identifier]: operator } })

export const without = (criteria: Criteria, identifier: string): Criteria => {
  if (identifier === 'search') return withSearch(criteria, '')
  if (identifier === 'near') return withNear(criteria, undefined)
  const { [identifier]: _values, ...filters } = criteria.filters
  const { [identifier]: _excluded, ...excluded } = criteria.excluded
  const next = withUnknown({ ...criteria, filters, excluded }, identifier, false)
  if (identifier === 'position') return tidyCriteria(withPast(next, false))
  return tidyCriteria(
    locations.some((other) => other in next.filters) ? next : withRadius(next, undefined),
  )
}

export const withoutSide = (
  criteria: Criteria,
  identifier: string,
  side: 'filters' | 'excluded',
): Criteria => {
  const other = side === 'filters' ? 'excluded' : 'filters'
  if ((criteria[other][identifier] ?? []).length === 0) return without(criteria, identifier)
  return tidyCriteria({ ...criteria, [side]: { ...criteria[side], [identifier]: [] } })
}

const locations = ['location', 'people_location']

/** Clear all leaves only the country (spec 4). */
export const clearCriteria = (criteria: Criteria): Criteria => {
  const only = (values: Criteria['filters']): Criteria['filters'] =>
    values['country'] === undefined ? {} : { country: values['country'] }
  return tidyCriteria({
    ...emptyCriteria,
    filters: only(criteria.filters),
    excluded: only(criteria.excluded),
  })
}

/** The criteria a new search starts with: the customer's default country, AU when that is unset or ALL (spec 4). */
export const newCriteria = (defaultCountry: string | null | undefined): Criteria => ({
  ...emptyCriteria,
  filters: {
    country: [
      defaultCountry === null || defaultCountry === undefined || defaultCountry === 'ALL'
        ? fallbackCountry
        : defaultCountry,
    ],
  },
})

export const withSearch = (criteria: Criteria, search: string): Criteria => ({
  ...criteria,
  search: search.trim().slice(0, maxTermLength),
})

/** Locations match within this radius; undefined removes it. */
export const withRadius = (criteria: Criteria, radiusKm: number | undefined): Criteria => {
  const { radiusKm: _before, ...rest } = criteria.metadata
  return { ...criteria, metadata: radiusKm === undefined ? rest : { ...rest, radiusKm } }
}

export const withNear = (criteria: Criteria, near: Near | undefined): Criteria => {
  const { near: _before, ...rest } = criteria.metadata
  return { ...criteria, metadata: near === undefined ? rest : { ...rest, near } }
}

/** Records with an unknown value match too, or not. */
export const withUnknown = (
  criteria: Criteria,
  identifier: string,
  included: boolean,
): Criteria => {
  const { includeUnknown = [], ...rest } = criteria.metadata
  const others = includeUnknown.filter((other) => other !== identifier)
  const next = included ? [...others, identifier] : others
  return {
    ...criteria,
    metadata: next.length === 0 ? rest : { ...rest, includeUnknown: next },
  }
}

export const withPast = (criteria: Criteria, included: boolean): Criteria => {
  const { includePast: _before, ...rest } = criteria.metadata
  return { ...criteria, metadata: included ? { ...rest, includePast: true } : rest }
}

export const filtersInUse = (criteria: Criteria): Map<string, number> => {
  const used = new Map<string, number>()
  for (const values of [criteria.filters, criteria.excluded])
    for (const [identifier, list] of Object.entries(values))
      if (list.length > 0) used.set(identifier, (used.get(identifier) ?? 0) + list.length)
  for (const identifier of criteria.metadata.includeUnknown ?? [])
    if (!used.has(identifier)) used.set(identifier, 1)
  return used
}

/** Whether a search has more than its country, so that a prompt can extend it. */
export const holdsMore = (now: Criteria): boolean =>
  now.search !== '' ||
  now.metadata.near !== undefined ||
  [...filtersInUse(now).keys()].some((identifier) => identifier !== 'country')

export const sameCriteria = (criteria: Criteria, other: Criteria): boolean =>
  criteriaKey(criteria) === criteriaKey(other)

export const criteriaKey = (criteria: Criteria): string => {
  const { filters, operators, excluded, search, metadata } = tidyCriteria(criteria)
  const sorted = <Value>(values: Record<string, Value>): [string, Value][] =>
    Object.entries(values).sort(([key], [other]) => (key < other ? -1 : 1))
  const lists = (values: Record<string, string[]>): [string, string[]][] =>
    sorted(values).map(([identifier, list]) => [identifier, [...list].sort()])
  return JSON.stringify([
    lists(filters),
    sorted(operators),
    lists(excluded),
    search,
    sorted(metadata),
  ])
}

/** Criteria without the filters, values and operators at JSON pointers like '/filters/industry/0' or '/operators/industry'. */
export const withoutFaults = (criteria: Criteria, pointers: readonly string[]): Criteria => {
  const faults = new Set(pointers)
  const validValues = (side: 'filters' | 'excluded'): Criteria['filters'] =>
    Object.fromEntries(
      Object.entries(criteria[side]).flatMap(([identifier, values]) => {
        const at = `/${side}/${escapePointer(identifier)}`
        if (faults.has(at)) return []
        return [[identifier, values.filter((_, index) => !faults.has(`${at}/${index}`))]]
      }),
    )
  return tidyCriteria({
    ...criteria,
    filters: validValues('filters'),
    excluded: validValues('excluded'),
    operators: Object.fromEntries(
      Object.entries(criteria.operators).filter(
        ([identifier]) => !faults.has(`/operators/${escapePointer(identifier)}`),
      ),
    ),
  })
}
