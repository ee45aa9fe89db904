import type { SearchRequest } from '../../../server/search/engine.ts'
import { foldText, type SearchDoc } from '../../../contract/search/search-doc.ts'

const textFilters = new Set(['position', 'keywords', 'skills', 'services', 'products'])
const activityFilters = new Set(['cus-list', 'cus-downloaded', 'cus-pushed-enriched', 'cus-in-crm'])

const known = new Map<string, string>()
const folded = (text: string): string => {
  const plain = known.get(text) ?? foldText(text)
  known.set(text, plain)
  return plain
}

/** The simplest form, without any code under test. Slow on purpose. */
export const naive = (docs: readonly SearchDoc[], request: SearchRequest) => {
  const matching = docs.filter((doc) => doc.category === request.category && meets(doc, request))
  const order = matching.sort((x, y) => compare(x, y, request))
  return {
    total: order.length,
    ids: order.map((doc) => doc.id).slice(request.from, request.from + request.size),
  }
}

const meets = (doc: SearchDoc, request: SearchRequest): boolean => {
  const { filters, operators, excluded, search, metadata } = request.criteria
  for (const identifier in filters) {
    const values = filters[identifier] ?? []
    if (values.length === 0) continue
    const matchCount = values.filter((value) => holds(doc, identifier, value, request)).length
    const enough = operators[identifier] === 'AND' ? matchCount === values.length : matchCount > 0
    const activity = activityFilters.has(identifier)
    const mayBeUnknown = !activity && (metadata.includeUnknown ?? []).includes(identifier)
    if (!enough && !(mayBeUnknown && entries(doc, identifier, request).length === 0)) return false
  }
  for (const identifier in excluded)
    for (const value of excluded[identifier] ?? [])
      if (holds(doc, identifier, value, request)) return false
  for (const { values, not } of request.also ?? []) {
    const any = Object.keys(values).some((identifier) =>
      (values[identifier] ?? []).some((value) => holds(doc, identifier, value, request)),
    )
    if (any === (not === true)) return false
  }
  const { near } = metadata
  if (near?.withinKm !== undefined) {
    const far = distance(doc, near)
    if (far === null || far > Math.sin(near.withinKm / 12_742) ** 2) return false
  }
  for (const term of folded(search).split(' ')) {
    if (term === '') continue
    const tokens = [...doc.names, ...doc.text].map(folded).join(' ').split(' ')
    if (!tokens.some((token) => token.startsWith(term))) return false
  }
  return true
}

const entries = (doc: SearchDoc, identifier: string, request: SearchRequest): string[] => {
  const own = [...(doc.facets[identifier] ?? [])]
  if (identifier === 'position' && request.criteria.metadata.includePast)
    own.push(...(doc.facets['position.past'] ?? []))
  return own
}

const holds = (
  doc: SearchDoc,
  identifier: string,
  value: string,
  request: SearchRequest,
): boolean => {
  if (activityFilters.has(identifier))
    return (request.activity?.[identifier]?.[value] ?? []).includes(doc.id)
  const facetValues = entries(doc, identifier, request)
  if (!textFilters.has(identifier)) return facetValues.includes(value)
  const wanted = folded(value).split(' ')
  if (wanted[0] === '') return false
  return facetValues.some((entry) => {
    const tokens = folded(entry).split(' ')
    return tokens.some((_, start) => wanted.every((token, i) => tokens[start + i] === token))
  })
}

const compare = (x: SearchDoc, y: SearchDoc, request: SearchRequest): number => {
  const preset = request.category === 'company' ? ['employees', 'desc'] : ['seniority', 'asc']
  const { search, metadata } = request.criteria
  const query = folded(search)
  const sort = request.sorting[0]
  let [field, direction] = sort ? [sort.field, sort.order] : ['relevance', 'asc']
  if (field === 'distance' && !metadata.near) field = 'relevance'
  if (field === 'fit') [field, direction] = [preset[0] ?? '', preset[1] === 'desc' ? 'desc' : 'asc']
  if (field === 'relevance') {
    if (query !== '' && (sort?.field ?? 'relevance') === 'relevance') {
      const better = classOf(x, query) - classOf(y, query)
      if (better !== 0) return better
    }
    ;[field, direction] = [preset[0] ?? '', preset[1] === 'desc' ? 'desc' : 'asc']
  }
  const [a, b] = [x, y].map((doc) =>
    field === 'distance' ? distance(doc, metadata.near) : (doc.sort[field] ?? null),
  )
  if (a !== b) {
    if (a === null || a === undefined) return 1
    if (b === null || b === undefined) return -1
    return a < b === (direction === 'asc') ? -1 : 1
  }
  return x.id < y.id ? -1 : 1
}

const classOf = (doc: SearchDoc, query: string): number => {
  const names = doc.names.map(folded)
  if (names.some((name) => name === query)) return 0
  if (names.some((name) => name.startsWith(query))) return 1
  const all = names.some((name) =>
    query.split(' ').every((term) => ` ${name}`.includes(` ${term}`)),
  )
  return all ? 2 : 3
}

const distance = (doc: SearchDoc, near: { lat: number; lng: number } | undefined) => {
  if (!near || doc.points.length === 0) return null
  const rad = (degrees: number) => degrees * (Math.PI / 180)
  return Math.min(
    ...doc.points.map(({ lat, lng }) => {
      const sin1 = Math.sin(rad(lat - near.lat) / 2)
      const sin2 = Math.sin(rad(lng - near.lng) / 2)
      return sin1 * sin1 + Math.cos(rad(near.lat)) * Math.cos(rad(lat)) * sin2 * sin2
    }),
  )
}
