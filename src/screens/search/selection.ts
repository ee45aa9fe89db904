import { proxy, useSnapshot } from 'valtio'
import type { RecordSource } from '../../../contract/money/credits.ts'
import type { Criteria, Sorting } from '../../../contract/search/criteria.ts'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { criteriaKey } from './criteria-edit.ts'
import { companyIdOf } from './record-kind.ts'
import { recordsInput, type SearchState } from './search-state.ts'

/** A chosen row: the record and the company it stands for or belongs to. */
export type Chosen = { id: string; companyId: string }

/** The first `count` of what a question finds, whichever they are when something is done with them. */
export type FirstFound = { count: number; question: { criteria: Criteria; sorting: Sorting } }

/** Chosen rows by category and id, in the order they were chosen. They stay while one pages (product 2.1). */
export const selection = proxy<Record<Category, Record<string, Chosen>>>({
  company: {},
  people: {},
})

/** Instead of single rows the first so many: holds as long as the question on the screen is the same. */
const firstFound = proxy<Record<Category, { count: number; key: string } | null>>({
  company: null,
  people: null,
})

export type Selection = {
  category: Category
  chosen: readonly Chosen[]
  first: FirstFound | null
  count: number
  /** Whether a row is chosen; `place` is where it stands among all results, from 0. */
  has: (id: string, place: number) => boolean
}

/** What is chosen of the tab's results. */
export const useSelection = (state: SearchState): Selection => {
  const category = state.tab
  const rows = useSnapshot(selection)[category]
  const held = useSnapshot(firstFound)[category]
  const { key, question } = questionOf(state)
  const first = held !== null && held.key === key ? { count: held.count, question } : null
  const chosen = Object.values(rows)
  return {
    category,
    chosen,
    first,
    count: first?.count ?? chosen.length,
    has: (id, place) => (first === null ? rows[id] !== undefined : place < first.count),
  }
}

/** The chosen rows as the server takes them: by their ids, or as the first so many of the question. */
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

/** Chooses a row or drops it. Out of the first so many only this page's other rows stay chosen. */
export const toggleRow = (
  { category, first, has }: Selection,
  record: RecordView,
  page: Page,
): void => {
  if (first !== null) {
    firstFound[category] = null
    const kept = page.records.filter((one, index) => has(one.id, page.from + index))
    for (const one of kept) if (one.id !== record.id) choose(category, one)
    if (kept.includes(record)) return
  }
  if (selection[category][record.id]) delete selection[category][record.id]
  else choose(category, record)
}

/** The rows on the screen and the place of the first of them. */
export type Page = { records: readonly RecordView[]; from: number }

/** Chooses every row of a page, or drops them all when every one was chosen already. */
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
