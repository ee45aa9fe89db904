import type { Criteria, Sorting } from './criteria.ts'
import { haversineOf, nearestHaversine } from './distance.ts'
import {
  activityIds,
  facetsOf,
  holdsPhrase,
  isActivity,
  isText,
  orderOf,
  presetOrder,
  relevance,
  tokenize,
  type ActivitySets,
  type Also,
  type Order,
} from './match.ts'
import type { Category } from '../records/records.ts'
import { foldText, type SearchDoc } from './search-doc.ts'

/** One search, also of the server's engine (`server/search/engine.ts`). */
export type EvaluateRequest = {
  category: Category
  criteria: Criteria
  sorting: Sorting
  from: number
  size: number
  activity?: ActivitySets
  also?: readonly Also[]
}

/** For few documents (an offline list), with the server's totals and order; `match.ts` has the rules. */
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

/** As `POST /records/counts`. */
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
    const matchers = chosen.map((value) => holds(request, identifier, value))
    const settled = (doc: SearchDoc): boolean =>
      unknown(doc) || (!together && matchers.some((each) => each(doc)))
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

type EvaluateQuery = Pick<EvaluateRequest, 'criteria' | 'activity' | 'also'>

const condition = (request: EvaluateQuery): Condition => {
  const { filters, operators, excluded, search } = request.criteria
  const clauses = Object.entries(filters)
    .filter(([, values]) => values.length > 0)
    .map(([identifier, values]): Condition => {
      const holders = values.map((value) => holds(request, identifier, value))
      const unknown = isUnknown(request, identifier)
      return operators[identifier] === 'AND'
        ? (doc) => unknown(doc) || holders.every((matches) => matches(doc))
        : (doc) => unknown(doc) || holders.some((matches) => matches(doc))
    })
  const banned = Object.entries(excluded).flatMap(([identifier, values]) =>
    values.map((value) => holds(request, identifier, value)),
  )
  for (const { values, not } of request.also ?? []) {
    const any = Object.entries(values).flatMap(([identifier, wanted]) =>
      wanted.map((value) => holds(request, identifier, value)),
    )
    if (not) banned.push(...any)
    else clauses.push((doc) => any.some((matches) => matches(doc)))
  }
  const { near } = request.criteria.metadata
  if (near?.withinKm !== undefined) {
    const limit = haversineOf(near.withinKm)
    clauses.push((doc) => (nearestHaversine(near, doc.points) ?? Infinity) <= limit)
  }
  const terms = tokenize(search)
  return (doc) =>
    clauses.every((clause) => clause(doc)) &&
    !banned.some((matches) => matches(doc)) &&
    (terms.length === 0 || matchesTerms(doc, terms))
}

const holds = (request: EvaluateQuery, identifier: string, value: string): Condition => {
  if (isActivity(identifier)) {
    const ids = new Set(activityIds(request.activity, identifier, value))
    return (doc) => ids.has(doc.id)
  }
  const facets = facetsOf(identifier, request.criteria.metadata)
  if (!isText(identifier))
    return (doc) => facets.some((facet) => doc.facets[facet]?.includes(value) === true)
  const phrase = foldText(value)
  return (doc) =>
    facets.some(
      (facet) => doc.facets[facet]?.some((entry) => holdsPhrase(foldText(entry), phrase)) === true,
    )
}

const isUnknown = (request: EvaluateQuery, identifier: string): Condition => {
  const { metadata } = request.criteria
  if (isActivity(identifier) || metadata.includeUnknown?.includes(identifier) !== true)
    return () => false
  const facets = facetsOf(identifier, metadata)
  return (doc) => facets.every((facet) => (doc.facets[facet]?.length ?? 0) === 0)
}

const matchesTerms = (doc: SearchDoc, terms: readonly string[]): boolean => {
  const tokens = documentTokens(doc)
  return terms.every((term) => tokens.some((part) => part.startsWith(term)))
}

/** Cached per document, because folding is most of the work while a user types. */
const folds = new WeakMap<SearchDoc, readonly string[]>()
const documentTokens = (doc: SearchDoc): readonly string[] => {
  const known = folds.get(doc)
  if (known) return known
  const tokens = [...doc.names, ...doc.text].flatMap(tokenize)
  folds.set(doc, tokens)
  return tokens
}

const sorted = (
  docs: readonly SearchDoc[],
  order: Order,
  request: EvaluateRequest,
): SearchDoc[] => {
  const byRelevance = order.field === 'relevance'
  const by = byRelevance ? presetOrder(request.category) : order
  const query = foldText(request.criteria.search)
  const { near } = request.criteria.metadata
  const ranked = docs.map((doc) => ({
    doc,
    class: byRelevance ? relevance(doc.names.map(foldText), query) : 0,
    value:
      by.field === 'distance' ? near && nearestHaversine(near, doc.points) : doc.sort[by.field],
  }))
  ranked.sort(
    (x, y) =>
      x.class - y.class ||
      compare(x.value ?? null, y.value ?? null, by.order === 'desc') ||
      (x.doc.id < y.doc.id ? -1 : 1),
  )
  return ranked.map((entry) => entry.doc)
}

const compare = (x: number | string | null, y: number | string | null, down: boolean): number => {
  if (x === y) return 0
  if (x === null) return 1
  if (y === null) return -1
  return x < y === down ? 1 : -1
}
