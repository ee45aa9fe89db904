import type { Criteria, Sorting } from './criteria.ts'
import {
  activityIds,
  facetsOf,
  haversine,
  holdsPhrase,
  isActivity,
  isText,
  orderOf,
  presetOrder,
  relevance,
  wordsOf,
  type ActivitySets,
  type Also,
  type Order,
} from './match.ts'
import type { Category } from '../records/records.ts'
import { folded, type SearchDoc } from './search-doc.ts'

/** The same question the server's engine answers (`server/search/engine.ts`). */
export type EvaluateRequest = {
  category: Category
  criteria: Criteria
  sorting: Sorting
  from: number
  size: number
  activity?: ActivitySets
  also?: readonly Also[]
}

/** Answers criteria over a handful of documents (a pinned list), with the same totals and order as the server; the rules are in `match.ts`. */
export const evaluate = (
  docs: readonly SearchDoc[],
  request: EvaluateRequest,
): { total: number; ids: string[] } => {
  const { category, criteria, from, size } = request
  const meets = condition(request)
  const found = docs.filter((doc) => doc.category === category && meets(doc))
  const order = orderOf(category, criteria, request.sorting)
  const page = sorted(found, order, request).slice(from, from + size)
  return { total: found.length, ids: page.map((doc) => doc.id) }
}

/** For every option the total if it were ticked as well, as `POST /records/counts` tells it. */
export const countOptions = (
  docs: readonly SearchDoc[],
  request: Pick<EvaluateRequest, 'category' | 'criteria' | 'activity'>,
  options: Readonly<Record<string, readonly string[]>>,
): { total: number; counts: Record<string, Record<string, number>> } => {
  const { category, criteria } = request
  const meeting = (of: typeof request): SearchDoc[] => {
    const meets = condition(of)
    return docs.filter((doc) => doc.category === category && meets(doc))
  }
  const found = meeting(request)
  const counted = (identifier: string, values: readonly string[]): Record<string, number> => {
    const { [identifier]: chosen = [], ...filters } = criteria.filters
    const together = chosen.length === 0 || criteria.operators[identifier] === 'AND'
    const base = together ? found : meeting({ ...request, criteria: { ...criteria, filters } })
    const unknown = isUnknown(request, identifier)
    const held = chosen.map((value) => holds(request, identifier, value))
    const settled = (doc: SearchDoc): boolean =>
      unknown(doc) || (!together && held.some((each) => each(doc)))
    const open = base.filter((doc) => !settled(doc))
    const always = base.length - open.length
    return Object.fromEntries(
      values.map((value) => {
        const holding = holds(request, identifier, value)
        return [value, always + open.filter(holding).length]
      }),
    )
  }
  return {
    total: found.length,
    counts: Object.fromEntries(
      Object.entries(options).map(([identifier, values]) => [
        identifier,
        counted(identifier, values),
      ]),
    ),
  }
}

type Condition = (doc: SearchDoc) => boolean

type Asked = Pick<EvaluateRequest, 'criteria' | 'activity' | 'also'>

const condition = (request: Asked): Condition => {
  const { filters, operators, excluded, search } = request.criteria
  const clauses = Object.entries(filters)
    .filter(([, values]) => values.length > 0)
    .map(([identifier, values]): Condition => {
      const holders = values.map((value) => holds(request, identifier, value))
      const unknown = isUnknown(request, identifier)
      return operators[identifier] === 'AND'
        ? (doc) => unknown(doc) || holders.every((held) => held(doc))
        : (doc) => unknown(doc) || holders.some((held) => held(doc))
    })
  const banned = Object.entries(excluded).flatMap(([identifier, values]) =>
    values.map((value) => holds(request, identifier, value)),
  )
  for (const { values, not } of request.also ?? []) {
    const any = Object.entries(values).flatMap(([identifier, wanted]) =>
      wanted.map((value) => holds(request, identifier, value)),
    )
    if (not) banned.push(...any)
    else clauses.push((doc) => any.some((held) => held(doc)))
  }
  const words = wordsOf(search)
  return (doc) =>
    clauses.every((clause) => clause(doc)) &&
    !banned.some((held) => held(doc)) &&
    (words.length === 0 || findsWords(doc, words))
}

const holds = (request: Asked, identifier: string, value: string): Condition => {
  if (isActivity(identifier)) {
    const ids = new Set(activityIds(request.activity, identifier, value))
    return (doc) => ids.has(doc.id)
  }
  const facets = facetsOf(identifier, request.criteria.metadata)
  if (!isText(identifier))
    return (doc) => facets.some((facet) => doc.facets[facet]?.includes(value) === true)
  const phrase = folded(value)
  return (doc) =>
    facets.some(
      (facet) => doc.facets[facet]?.some((entry) => holdsPhrase(folded(entry), phrase)) === true,
    )
}

const isUnknown = (request: Asked, identifier: string): Condition => {
  const { metadata } = request.criteria
  if (isActivity(identifier) || metadata.includeUnknown?.includes(identifier) !== true)
    return () => false
  const facets = facetsOf(identifier, metadata)
  return (doc) => facets.every((facet) => (doc.facets[facet]?.length ?? 0) === 0)
}

const findsWords = (doc: SearchDoc, words: readonly string[]): boolean => {
  const held = heldWords(doc)
  return words.every((word) => held.some((part) => part.startsWith(word)))
}

/** Folding is most of the work of a search that is typed letter by letter: once for each document. */
const folds = new WeakMap<SearchDoc, readonly string[]>()
const heldWords = (doc: SearchDoc): readonly string[] => {
  const known = folds.get(doc)
  if (known) return known
  const held = [...doc.names, ...doc.text].flatMap(wordsOf)
  folds.set(doc, held)
  return held
}

const sorted = (
  docs: readonly SearchDoc[],
  order: Order,
  request: EvaluateRequest,
): SearchDoc[] => {
  const byRelevance = order.field === 'relevance'
  const by = byRelevance ? presetOrder(request.category) : order
  const query = folded(request.criteria.search)
  const { near } = request.criteria.metadata
  const ranked = docs.map((doc) => ({
    doc,
    class: byRelevance ? relevance(doc.names.map(folded), query) : 0,
    value:
      by.field === 'distance'
        ? near && doc.point && haversine(near, doc.point.lat, doc.point.lng)
        : doc.sort[by.field],
  }))
  ranked.sort(
    (x, y) =>
      x.class - y.class ||
      compare(x.value ?? null, y.value ?? null, by.order === 'desc') ||
      (x.doc.id < y.doc.id ? -1 : 1),
  )
  return ranked.map((one) => one.doc)
}

const compare = (x: number | string | null, y: number | string | null, down: boolean): number => {
  if (x === y) return 0
  if (x === null) return 1
  if (y === null) return -1
  return x < y === down ? 1 : -1
}
