import { emptyCriteria, tidyCriteria, type Criteria } from '../../../../contract/search/criteria.ts'
import type { PromptAnswer } from '../../../../contract/search/prompt.ts'
import { clearCriteria, withMark, withOperator, withRadius } from '../criteria-edit.ts'

/** The criteria of a prompt without the removed pieces; filters about people stay and do not apply to companies (decision 004). */
export const buildCriteria = (answer: PromptAnswer, out: ReadonlySet<number>): Criteria => {
  const filters: Criteria['filters'] = {}
  const excluded: Criteria['excluded'] = {}
  answer.explain.forEach(({ identifier, values, excluded: isOut }, index) => {
    if (out.has(index)) return
    const side = isOut ? excluded : filters
    side[identifier] = [...new Set([...(side[identifier] ?? []), ...values])]
  })
  const promptOperators = { ...answer.operators, ...answer.resting.operators }
  const operators = Object.fromEntries(
    Object.entries(promptOperators).filter(
      ([identifier]) => (filters[identifier]?.length ?? 0) > 1,
    ),
  )
  const { radiusKm } = answer.metadata
  const criteria = tidyCriteria({ ...emptyCriteria, filters, excluded, operators })
  return Object.keys(filters).some(isLocation) ? withRadius(criteria, radiusKm) : criteria
}

/** A search for the prompt alone, in the current country unless the prompt names another. */
export const replaceCriteria = (now: Criteria, described: Criteria): Criteria => {
  const named = countriesOf(described)
  const chosen = now.filters['country'] ?? []
  const stays = named.every((country) => chosen.length === 0 || chosen.includes(country))
  const base =
    described.filters['country'] === undefined && stays ? clearCriteria(now) : emptyCriteria
  const country = base === emptyCriteria ? { country: named } : base.filters
  return tidyCriteria({
    ...described,
    filters: { ...country, ...described.filters },
    excluded: { ...base.excluded, ...described.excluded },
  })
}

/** Merges a prompt into the filters of the current search; the prompt wins over earlier choices. */
export const mergePrompt = (now: Criteria, described: Criteria): Criteria => {
  let next = now
  for (const [side, mark] of [
    ['filters', 'include'],
    ['excluded', 'exclude'],
  ] as const)
    for (const [identifier, values] of Object.entries(described[side]))
      for (const value of values) next = withMark(next, identifier, value, mark)
  for (const identifier of Object.keys(described.operators))
    next = withOperator(next, identifier, 'AND')
  if ((now.filters['country'] ?? []).length > 0)
    for (const country of countriesOf(described))
      next = withMark(next, 'country', country, 'include')
  return described.metadata.radiusKm === undefined
    ? next
    : withRadius(next, described.metadata.radiusKm)
}

const locationFilters = ['location', 'people_location']

/** Filters that a radius applies to. */
export const isLocation = (identifier: string): boolean => locationFilters.includes(identifier)

/** The countries of the prompt, also from locations: 'AU/WA/Perth' begins with its country. */
const countriesOf = ({ filters }: Criteria): string[] => {
  const within = locationFilters
    .flatMap((identifier) => filters[identifier] ?? [])
    .map((location) => location.split('/')[0] ?? '')
  return (
    filters['country'] ?? [...new Set(within)].filter((country) => ['AU', 'NZ'].includes(country))
  )
}
