import { emptyCriteria, tidied, type Criteria } from '../../../contract/search/criteria.ts'

/** How a value takes part in the criteria. */
export type Mark = 'include' | 'exclude' | null

/** The mark of a value of a filter. */
export const markOf = (criteria: Criteria, identifier: string, value: string): Mark => {
  if (criteria.filters[identifier]?.includes(value) === true) return 'include'
  return criteria.excluded[identifier]?.includes(value) === true ? 'exclude' : null
}

/** Criteria in which a value is included, excluded or neither; it is never both. */
export const marked = (
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
  return tidied({
    ...criteria,
    filters: side(criteria.filters, mark === 'include'),
    excluded: side(criteria.excluded, mark === 'exclude'),
  })
}

/** Included if it was not, otherwise out again. */
export const toggled = (criteria: Criteria, identifier: string, value: string): Criteria =>
  marked(
    criteria,
    identifier,
    value,
    markOf(criteria, identifier, value) === 'include' ? null : 'include',
  )

/** Excluded if it was not, otherwise out again. */
export const excludedToggled = (criteria: Criteria, identifier: string, value: string): Criteria =>
  marked(
    criteria,
    identifier,
    value,
    markOf(criteria, identifier, value) === 'exclude' ? null : 'exclude',
  )

/** Values joined by AND or OR; OR is the default and is not written down (spec 5). */
export const withOperator = (
  criteria: Criteria,
  identifier: string,
  operator: 'AND' | 'OR',
): Criteria => tidied({ ...criteria, operators: { ...criteria.operators, [identifier]: operator } })

/** Criteria without a filter: its values, its excluded values, its operator and what belongs to it. */
export const without = (criteria: Criteria, identifier: string): Criteria => {
  if (identifier === 'search') return withSearch(criteria, '')
  const { [identifier]: _values, ...filters } = criteria.filters
  const { [identifier]: _excluded, ...excluded } = criteria.excluded
  const next = withUnknown({ ...criteria, filters, excluded }, identifier, false)
  if (identifier === 'position') return tidied(withPast(next, false))
  return tidied(
    locations.some((other) => other in next.filters) ? next : withRadius(next, undefined),
  )
}

/** Criteria without the chosen, or without the excluded values of a filter. */
export const withoutSide = (
  criteria: Criteria,
  identifier: string,
  side: 'filters' | 'excluded',
): Criteria => {
  const other = side === 'filters' ? 'excluded' : 'filters'
  if ((criteria[other][identifier] ?? []).length === 0) return without(criteria, identifier)
  return tidied({ ...criteria, [side]: { ...criteria[side], [identifier]: [] } })
}

const locations = ['location', 'people_location']

/** Clear all keeps only country (spec 4). */
export const cleared = (criteria: Criteria): Criteria => {
  const only = (values: Criteria['filters']): Criteria['filters'] =>
    values['country'] === undefined ? {} : { country: values['country'] }
  return tidied({
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
        ? 'AU'
        : defaultCountry,
    ],
  },
})

export const withSearch = (criteria: Criteria, search: string): Criteria => ({
  ...criteria,
  search: search.trim().slice(0, 120),
})

/** Places are widened to so many kilometres, or not at all. */
export const withRadius = (criteria: Criteria, radiusKm: number | undefined): Criteria => {
  const { radiusKm: _before, ...rest } = criteria.metadata
  return { ...criteria, metadata: radiusKm === undefined ? rest : { ...rest, radiusKm } }
}

/** Records whose value is not known are taken in as well, or not. */
export const withUnknown = (criteria: Criteria, identifier: string, taken: boolean): Criteria => {
  const { includeUnknown = [], ...rest } = criteria.metadata
  const others = includeUnknown.filter((other) => other !== identifier)
  const next = taken ? [...others, identifier] : others
  return {
    ...criteria,
    metadata: next.length === 0 ? rest : { ...rest, includeUnknown: next },
  }
}

/** Position matches past jobs too, or not. */
export const withPast = (criteria: Criteria, taken: boolean): Criteria => {
  const { includePast: _before, ...rest } = criteria.metadata
  return { ...criteria, metadata: taken ? { ...rest, includePast: true } : rest }
}

/** The filters in use, with how many values each has; the words of `search` are not a filter. */
export const filtersInUse = (criteria: Criteria): Map<string, number> => {
  const used = new Map<string, number>()
  for (const values of [criteria.filters, criteria.excluded])
    for (const [identifier, list] of Object.entries(values))
      if (list.length > 0) used.set(identifier, (used.get(identifier) ?? 0) + list.length)
  for (const identifier of criteria.metadata.includeUnknown ?? [])
    if (!used.has(identifier)) used.set(identifier, 1)
  return used
}

/** Whether two criteria ask for the same, whatever order their parts were chosen in. */
export const sameCriteria = (one: Criteria, other: Criteria): boolean =>
  criteriaKey(one) === criteriaKey(other)

/** A text that is equal for criteria that ask for the same: the key under which answers are kept. */
export const criteriaKey = (criteria: Criteria): string => {
  const { filters, operators, excluded, search, metadata } = tidied(criteria)
  const sorted = <Value>(values: Record<string, Value>): [string, Value][] =>
    Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1))
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

/** Criteria without the filters and values that pointers like '/filters/industry/0' or '/excluded/shoe_size' name. */
export const withoutFaults = (criteria: Criteria, pointers: readonly string[]): Criteria => {
  const faults = new Set(pointers)
  const kept = (side: 'filters' | 'excluded'): Criteria['filters'] =>
    Object.fromEntries(
      Object.entries(criteria[side]).flatMap(([identifier, values]) => {
        const at = `/${side}/${identifier.replaceAll('~', '~0').replaceAll('/', '~1')}`
        if (faults.has(at)) return []
        return [[identifier, values.filter((_, index) => !faults.has(`${at}/${index}`))]]
      }),
    )
  return tidied({ ...criteria, filters: kept('filters'), excluded: kept('excluded') })
}
