import { emptyCriteria, tidied, type Criteria } from '../../../../contract/search/criteria.ts'
import type { PromptAnswer } from '../../../../contract/search/prompt.ts'
import { cleared, filtersInUse, marked, withOperator, withRadius } from '../criteria-edit.ts'

/** What a prompt told without the pieces that were taken out, filters about people included: they rest by themselves (decision 004). */
export const toldBy = (answer: PromptAnswer, out: ReadonlySet<number>): Criteria => {
  const filters: Criteria['filters'] = {}
  const excluded: Criteria['excluded'] = {}
  answer.explain.forEach(({ identifier, values, excluded: isOut }, index) => {
    if (out.has(index)) return
    const side = isOut ? excluded : filters
    side[identifier] = [...new Set([...(side[identifier] ?? []), ...values])]
  })
  const told = { ...answer.operators, ...answer.resting.operators }
  const operators = Object.fromEntries(
    Object.entries(told).filter(([identifier]) => (filters[identifier]?.length ?? 0) > 1),
  )
  const { radiusKm } = answer.metadata
  const criteria = tidied({ ...emptyCriteria, filters, excluded, operators })
  return Object.keys(filters).some(isPlace) ? withRadius(criteria, radiusKm) : criteria
}

/** A search for what was told and nothing else, in the country it was in, unless another one was named. */
export const replacedBy = (now: Criteria, told: Criteria): Criteria => {
  const named = countriesOf(told)
  const chosen = now.filters['country'] ?? []
  const stays = named.every((country) => chosen.length === 0 || chosen.includes(country))
  const base = told.filters['country'] === undefined && stays ? cleared(now) : emptyCriteria
  const country = base === emptyCriteria ? { country: named } : base.filters
  return tidied({
    ...told,
    filters: { ...country, ...told.filters },
    excluded: { ...base.excluded, ...told.excluded },
  })
}

/** The search as it is with what was told on top: what is told now wins over what was chosen before. */
export const addedTo = (now: Criteria, told: Criteria): Criteria => {
  let next = now
  for (const [side, mark] of [
    ['filters', 'include'],
    ['excluded', 'exclude'],
  ] as const)
    for (const [identifier, values] of Object.entries(told[side]))
      for (const value of values) next = marked(next, identifier, value, mark)
  for (const identifier of Object.keys(told.operators)) next = withOperator(next, identifier, 'AND')
  if ((now.filters['country'] ?? []).length > 0)
    for (const country of countriesOf(told)) next = marked(next, 'country', country, 'include')
  return told.metadata.radiusKm === undefined ? next : withRadius(next, told.metadata.radiusKm)
}

/** Whether anything but its country is chosen in a search, so that something can be added to it. */
export const holdsMore = (now: Criteria): boolean =>
  now.search !== '' || [...filtersInUse(now).keys()].some((identifier) => identifier !== 'country')

const places = ['location', 'people_location']

/** Filters whose values a radius widens. */
export const isPlace = (identifier: string): boolean => places.includes(identifier)

/** The countries that were named, or that the places lie in: 'AU/WA/Perth' begins with its country. */
const countriesOf = ({ filters }: Criteria): string[] => {
  const within = places
    .flatMap((identifier) => filters[identifier] ?? [])
    .map((place) => place.split('/')[0] ?? '')
  return filters['country'] ?? [...new Set(within)].filter((one) => ['AU', 'NZ'].includes(one))
}
