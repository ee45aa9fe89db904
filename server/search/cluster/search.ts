import { orderOf, presetOrder, type Order } from '../../../contract/search/match.ts'
import { foldText } from '../../../contract/search/search-doc.ts'
import type { Point } from '../../../contract/search/distance.ts'
import type { SearchRequest } from '../engine.ts'
import type { Questions } from './answers.ts'
import { sortField } from './fields.ts'
import { nameClassScores, scored } from './names.ts'
import { levelQuery, queryOf, type Query, type Question } from './query.ts'
import { haversineScript } from './scripts.ts'

export const search = async (
  questions: Questions,
  request: SearchRequest,
  today: string,
): Promise<{ total: number; ids: string[] }> => {
  const { category, criteria, from, size } = request
  const question: Question = { ...request, today }
  const order = orderOf(category, criteria, request.sorting)
  const score = scoreOf(question, order, request.levels)
  const query = queryOf(question)
  const { hits } = await questions.answer(category, {
    query: score ? { bool: { filter: [query], should: [score] } } : query,
    from,
    size,
    docvalue_fields: ['id'],
    sort: [
      ...(score ? [{ _score: 'desc' }] : []),
      ...sortBy(
        order.field === 'relevance' ? presetOrder(category) : order,
        criteria.metadata.near,
      ),
    ],
  })
  return {
    total: hits.total.value,
    ids: hits.hits.map(({ fields }) => fields['id']?.[0] ?? ''),
  }
}

/** Unknown values last, ties by id. */
export const sortBy = ({ field, order }: Order, near: Point | undefined): readonly unknown[] => {
  const byId = { id: 'asc' }
  if (field !== 'distance' || !near) return [{ [sortField(field)]: { order } }, byId]
  const unknown = order === 'asc' ? '9.0' : '-9.0'
  const script = haversineScript(near, `least <= 1.0 ? least : ${unknown}`)
  return [{ _script: { type: 'number', order, script } }, byId]
}

const scoreOf = (
  question: Question,
  order: Order,
  levels: SearchRequest['levels'],
): Query | undefined => {
  if (levels && levels.length > 0) return scored(levels.map((level) => levelQuery(question, level)))
  return order.field === 'relevance'
    ? nameClassScores(foldText(question.criteria.search))
    : undefined
}
