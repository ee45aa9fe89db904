import { presetOrder } from '../../../contract/search/match.ts'
import { foldText } from '../../../contract/search/search-doc.ts'
import type { AutocompleteRequest, Hit } from '../engine.ts'
import { maxEditsFor, startsWithFuzzy } from '../fuzzy-prefix.ts'
import type { Questions } from './answers.ts'
import { nameClassQueries, scored } from './names.ts'
import { allOf, beginsWith, queryOf, type Query } from './query.ts'
import { sortBy } from './search.ts'

const ranks = ['exact', 'prefix', 'word-prefix'] as const

/** Of names with typos among the first candidates only, so that their total is a lower bound. */
export const autocomplete = async (
  questions: Questions,
  request: AutocompleteRequest,
  today: string,
): Promise<{ total: number; hits: Hit[] }> => {
  const query = foldText(request.term)
  if (query === '') return { total: 0, hits: [] }
  const { category, from, size } = request
  const criteria = queryOf({ ...request, today })
  const classes = nameClassQueries(query)
  const order = sortBy(presetOrder(category), undefined)
  const { hits } = await questions.answer(category, {
    query: { bool: { filter: [criteria], must: [scored(classes)] } },
    from,
    size,
    docvalue_fields: ['id'],
    sort: [{ _score: 'desc' }, ...order],
  })
  const total = hits.total.value
  const close = hits.hits.map(({ fields, sort }): Hit => {
    const rank = ranks[ranks.length - Number(sort[0])]
    return { id: fields['id']?.[0] ?? '', rank: rank ?? 'word-prefix' }
  })
  const tokens = query.split(' ')
  if (total >= size || tokens.every((token) => maxEditsFor(token) === 0))
    return { total, hits: close }
  const loose = await questions.answer(category, {
    query: allOf([criteria, ...tokens.map(candidates)], [classes[2]]),
    size: maxCandidates,
    docvalue_fields: ['id', 'names_exact'],
    sort: order,
  })
  const ids = loose.hits.hits
    .filter(({ fields }) => fields['names_exact']?.some((name) => isClose(name, tokens)) === true)
    .map(({ fields }) => fields['id']?.[0] ?? '')
  const page = ids.slice(Math.max(0, from - total), Math.max(0, from + size - total))
  return {
    total: total + ids.length,
    hits: [...close, ...page.map((id): Hit => ({ id, rank: 'fuzzy' }))],
  }
}

const maxCandidates = 200

const candidates = (token: string): Query => {
  const edits = maxEditsFor(token)
  return edits === 0
    ? beginsWith('names', token)
    : { fuzzy: { names: { value: token, fuzziness: edits, max_expansions: maxCandidates } } }
}

const isClose = (name: string, tokens: readonly string[]): boolean => {
  const parts = name.split(' ')
  return tokens.every((token) =>
    parts.some((part) => startsWithFuzzy(part, token, maxEditsFor(token))),
  )
}
