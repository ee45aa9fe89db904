import type { Category } from '../../../contract/records/records.ts'
import { foldText } from '../../../contract/search/search-doc.ts'
import type { OptionsRequest } from '../engine.ts'
import { isPath, namesRecords, optionLines } from '../prepare-doc.ts'
import type { Questions } from './answers.ts'
import { valueField } from './fields.ts'

type Option = { value: string; count: number }

export type OptionLists = {
  options(request: OptionsRequest): Promise<{ total: number; options: Option[] }>
  forget(): void
}

/** Milliseconds for which the values of a filter are not read again. */
const lastsMs = 60_000
const pageSize = 10_000

/** The counts of an option list may be a minute old; those of `counts` beside them never are. */
export const createOptionLists = (questions: Questions, now: () => number): OptionLists => {
  const lists = new Map<string, { until: number; list: Promise<Line[]> }>()
  const listOf = (request: OptionsRequest): Promise<Line[]> => {
    const { category, identifier, country } = request
    const key = JSON.stringify([category, identifier, country])
    const known = lists.get(key)
    if (known && known.until > now()) return known.list
    const list = readList(questions, category, identifier, country)
    lists.set(key, { until: now() + lastsMs, list })
    list.catch(() => lists.delete(key))
    return list
  }
  return {
    options: async (request) => {
      if (namesRecords(request.identifier)) return { total: 0, options: [] }
      const found = matching(await listOf(request), request)
      const page = found.slice(request.from, request.from + request.size)
      return {
        total: found.length,
        options: page.map(({ value, count }) => ({ value, count })),
      }
    },
    forget: () => {
      lists.clear()
    },
  }
}

type Line = Option & { lines: readonly string[] }

/** Most frequent first, ties by value. */
const readList = async (
  questions: Questions,
  category: Category,
  identifier: string,
  country: OptionsRequest['country'],
): Promise<Line[]> => {
  const list: Line[] = []
  let after: object | undefined
  do {
    const source = { value: { terms: { field: valueField(identifier) } } }
    const { aggregations } = await questions.answer(category, {
      query:
        country === undefined ? { match_all: {} } : { term: { [valueField('country')]: country } },
      size: 0,
      aggs: {
        values: { composite: { size: pageSize, sources: [source], ...(after && { after }) } },
      },
    })
    // The body asks for it.
    const page = aggregations?.['values'] as Page | undefined
    for (const { key, doc_count: count } of page?.buckets ?? [])
      list.push({ value: key.value, count, lines: optionLines(identifier, key.value) })
    after = page?.after_key
  } while (after)
  return list.sort((x, y) => y.count - x.count || (x.value < y.value ? -1 : 1))
}

type Page = {
  buckets: { key: { value: string }; doc_count: number }[]
  after_key?: object
}

/** Shorter terms match beginnings of words only. */
const partsFrom = 3

const matching = (list: readonly Line[], { identifier, parent, term }: OptionsRequest): Line[] => {
  const wanted = foldText(term)
  const ranks: Line[][] = [[], [], []]
  for (const line of list) {
    if (parent !== undefined && isPath(identifier) && parentOf(line.value) !== parent) continue
    const best = Math.min(...line.lines.map((each) => rankOf(each, wanted)))
    ranks[best]?.push(line)
  }
  return ranks.flat()
}

const rankOf = (line: string, term: string): number => {
  if (line.startsWith(term)) return 0
  if (line.includes(` ${term}`)) return 1
  return term.length >= partsFrom && line.includes(term) ? 2 : 3
}

const parentOf = (value: string): string | null =>
  value.includes('/') ? value.slice(0, value.lastIndexOf('/')) : null
