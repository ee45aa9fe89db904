import { proxy, useSnapshot } from 'valtio'
import type { RecordSource } from '../../../contract/money/credits.ts'
import type { Criteria, Sorting } from '../../../contract/search/criteria.ts'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { criteriaKey } from './criteria-edit.ts'
import { companyIdOf } from '../../shared/records/record-kind.ts'
import { recordsInput, type SearchState } from './search-state.ts'

export type Chosen = { id: string; companyId: string }

/** The first `count` results of a query, evaluated when an action runs. */
export type FirstFound = { count: number; question: { criteria: Criteria; sorting: Sorting } }

/** Selected rows by category and id, in the order of selection. They survive paging (product 2.1). */
export const selection = proxy<Record<Category, Record<string, Chosen>>>({
  company: {},
  people: {},
})

/** The first results instead of single rows: valid while the query is the same. */
const firstFound = proxy<Record<Category, { count: number; key: string } | null>>({
  company: null,
  people: null,
})

export type Selection = {
  category: Category
  chosen: readonly Chosen[]
  first: FirstFound | null
  count: number
  /** Whether a row is selected; `index` is its position among all results, from 0. */
  has: (id: string, index: number) => boolean
}

export const useSelection = (state: SearchState): Selection => {
  const category = state.tab
  const rows = useSnapshot(selection)[category]
  const selectedFirst = useSnapshot(firstFound)[category]
  const { key, question } = questionOf(state)
  const first =
    selectedFirst !== null && selectedFirst.key === key
      ? { count: selectedFirst.count, question }
      : null
  const chosen = Object.values(rows)
  return {
    category,
    chosen,
    first,
    count: first?.count ?? chosen.length,
    has: (id, index) => (first === null ? rows[id] !== undefined : index < first.count),
  }
}

/** The selection as the server takes it: ids, or the first results of a query. */
export const sourceOf = (chosen: readonly Chosen[], first: FirstFound | null): RecordSource =>
  first === null
    ? { kind: 'ids', ids: chosen.map(({ id }) => id) }
    : {
        kind: 'search',
        ...first.question.criteria,
        sorting: [...first.question.sorting],
        first: first.count,
      }

export const selectFirst = (state: SearchState, count: number): void => {
  selection[state.tab] = {}
  firstFound[state.tab] = { count, key: questionOf(state).key }
}

/** Toggles a row. Out of the first results, only the other rows of this page stay selected. */
export const toggleRow = (
  { category, first, has }: Selection,
  record: RecordView,
  page: Page,
): void => {
  if (first !== null) {
    firstFound[category] = null
    const remaining = page.records.filter((row, index) => has(row.id, page.from + index))
    for (const row of remaining) if (row.id !== record.id) choose(category, row)
    if (remaining.includes(record)) return
  }
  if (selection[category][record.id]) delete selection[category][record.id]
  else choose(category, record)
}

export type Page = { records: readonly RecordView[]; from: number }

export const togglePage = ({ category, first, has }: Selection, page: Page): void => {
  if (first !== null) return clearSelection(category)
  const all = page.records.every((record, index) => has(record.id, page.from + index))
  for (const record of page.records)
    if (all) delete selection[category][record.id]
    else choose(category, record)
}

export const clearSelection = (category: Category): void => {
  selection[category] = {}
  firstFound[category] = null
}

const choose = (category: Category, record: RecordView): void => {
  selection[category][record.id] ??= { id: record.id, companyId: companyIdOf(record) }
}

const questionOf = (state: SearchState) => {
  const { category: _, from: __, size: ___, sorting, ...criteria } = recordsInput(state, state.tab)
  return {
    key: `${criteriaKey(criteria)} ${JSON.stringify(sorting)}`,
    question: { criteria, sorting },
  }
}
