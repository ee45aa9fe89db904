import { orderOf, presetOrder } from '../../contract/search/match.ts'
import { compile } from './clauses.ts'
import type { SearchRequest } from './engine.ts'
import { matchInto, type Part } from './posting-lists.ts'
import { mergeResults, type Found } from './merge-results.ts'
import { rankDocs } from './ranking.ts'

export const search = (
  parts: readonly Part[],
  request: SearchRequest,
): { total: number; ids: string[] } => {
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
