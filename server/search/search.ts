import { orderOf, presetOrder } from '../../contract/search/match.ts'
import { compile } from './clauses.ts'
import type { SearchRequest } from './engine.ts'
import { matchInto, type Part } from './posting-lists.ts'
import { mergeResults, type Found } from './merge-results.ts'
import { rankDocs } from './ranking.ts'

type Result = { total: number; ids: string[] }

export const search = (parts: readonly Part[], request: SearchRequest): Result =>
  request.levels ? searchByLevel(parts, request, request.levels) : searchOnce(parts, request)

const searchByLevel = (
  parts: readonly Part[],
  { also = [], ...request }: SearchRequest,
  levels: NonNullable<SearchRequest['levels']>,
): Result => {
  const { total } = searchOnce(parts, { ...request, also, from: 0, size: 0 })
  const ids: string[] = []
  let skip = request.from
  for (const level of levels) {
    const size = request.size - ids.length
    if (size === 0) break
    const found = searchOnce(parts, { ...request, also: [...also, ...level], from: skip, size })
    ids.push(...found.ids)
    skip = Math.max(0, skip - found.total)
  }
  return { total, ids }
}

const searchOnce = (parts: readonly Part[], request: SearchRequest): Result => {
  const { category, criteria, from, size } = request
  const order = orderOf(category, criteria, request.sorting)
  let total = 0
  const found: Found[] = []
  for (const part of parts) {
    const { segment } = part
    matchInto(part, compile(segment, request), segment.scratch.acc)
    const matches = segment.kernel.count(segment.scratch.acc, segment.bitsetLength)
    total += matches
    if (matches > 0)
      found.push({ segment, ranked: rankDocs(part, criteria, order, matches, from + size) })
  }
  const by = order.field === 'relevance' ? presetOrder(category) : order
  const page = mergeResults(found, by, criteria.metadata.near, from, size)
  return { total, ids: page.map((entry) => entry.id) }
}
