import type { Criteria, Sorting } from './criteria.ts'
import { filterOf } from './filters.ts'
import type { Category } from '../records/records.ts'
import { foldText, pastPosition } from './search-doc.ts'

/**
 * What criteria mean, for every evaluator: the server's engine, a device's own lists, and the test that compares them.
 *
 * A filter's clause holds for a record when the record's facet of that identifier holds a chosen value (OR), or every
 * chosen value (`operators` says AND). A record must meet every clause and must hold no excluded value.
 * - text filters (position, keywords, skills, services, products) hold a value when the words of the folded value stand
 *   side by side, whole and in order, in one folded entry of the facet: 'machine learning' is held by the keyword
 *   'applied machine learning', and not by 'washing machine' beside 'learning centre'. A value without words is held by nothing.
 * - every other filter holds a value when the facet has exactly that value.
 * - metadata.includePast: `position` looks at past positions as well, chosen and excluded alike.
 * - metadata.includeUnknown: a record whose facet is empty also meets that filter's clause; exclusion is untouched.
 * - activity filters (cus-...) look in the id sets given with the request; a value without a set is held by nothing,
 *   and includeUnknown does not touch them, since what an organisation did is always known.
 * - metadata.radiusKm means nothing here: the caller has widened the places before.
 * - metadata.near.withinKm: the nearest of the record's points is at most that far away; a record without points is not.
 * - `search`: every folded word of it begins some word of the record's names or text. Without words it asks for nothing.
 */
export const isText = (identifier: string): boolean =>
  identifier === pastPosition || filterOf(identifier)?.kind === 'text'

export const isActivity = (identifier: string): boolean =>
  filterOf(identifier)?.about === 'activity'

/** By filter identifier and value. */
export type ActivitySets = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** In addition to criteria: any of the values in any of the filters; with `not`, none of them. Unknown records meet none. */
export type Also = {
  readonly values: Readonly<Record<string, readonly string[]>>
  readonly not?: true
}

/** None for a value without a set, even 'constructor'. */
export const activityIds = (
  sets: ActivitySets | undefined,
  identifier: string,
  value: string,
): readonly string[] => {
  const idsByValue = sets?.[identifier]
  return idsByValue !== undefined && Object.hasOwn(idsByValue, value)
    ? (idsByValue[value] ?? [])
    : []
}

export const facetsOf = (identifier: string, metadata: Criteria['metadata']): readonly string[] =>
  identifier === 'position' && metadata.includePast === true
    ? ['position', pastPosition]
    : [identifier]

export const tokenize = (text: string): string[] => {
  const plain = foldText(text)
  return plain === '' ? [] : plain.split(' ')
}

/** As adjacent whole words; both are folded. */
export const holdsPhrase = (entry: string, phrase: string): boolean =>
  phrase !== '' && ` ${entry} `.includes(` ${phrase} `)

/** 0 a name equals the words, 1 a name starts with them, 2 every word begins a word of one name, 3 none of these. */
export const relevance = (names: readonly string[], query: string): 0 | 1 | 2 | typeof noMatch => {
  if (names.includes(query)) return 0
  if (names.some((name) => name.startsWith(query))) return 1
  const terms = query.split(' ')
  const hasEveryTerm = (name: string): boolean => {
    const parts = name.split(' ')
    return terms.every((term) => parts.some((part) => part.startsWith(term)))
  }
  return names.some(hasEveryTerm) ? 2 : noMatch
}

export const noMatch = 3

export type Order = { field: string; order: 'asc' | 'desc' }

const presets: Record<Category, Order> = {
  company: { field: 'employees', order: 'desc' },
  people: { field: 'seniority', order: 'asc' },
}
/** Product 2.1. */
export const presetOrder = (category: Category): Order => presets[category]

/**
 * By default relevance if words are searched, else the category's order. Relevance puts the best class first in either direction.
 * Unknown values come last in both directions, texts compare by code unit, ties go by id ascending.
 */
export const orderOf = (category: Category, criteria: Criteria, sorting: Sorting): Order => {
  const searching = foldText(criteria.search) !== ''
  const requested = sorting[0]
  const order = requested ?? (searching ? { field: 'relevance', order: 'desc' } : presets[category])
  if (order.field === 'relevance' && !searching) return presets[category]
  if (order.field === 'distance' && criteria.metadata.near === undefined) return presets[category]
  // Evaluators know no organisation; callers who do query level by level (fit.ts).
  if (order.field === 'fit') return presets[category]
  return order
}
