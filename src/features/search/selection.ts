import { proxy } from 'valtio'
import type { Category, RecordView } from '../../../contract/records.ts'
import { companyIdOf } from './record-kind.ts'

/** A chosen row: the record and the company it stands for or belongs to. */
export type Chosen = { id: string; companyId: string }

/** Chosen rows by category and id, in the order they were chosen. They stay while one pages (product 2.1). */
export const selection = proxy<Record<Category, Record<string, Chosen>>>({
  company: {},
  people: {},
})

export const toggleRow = (category: Category, record: RecordView): void => {
  if (selection[category][record.id]) delete selection[category][record.id]
  else selection[category][record.id] = { id: record.id, companyId: companyIdOf(record) }
}

/** Chooses every row of a page, or drops them all when every one was chosen already. */
export const togglePage = (category: Category, records: readonly RecordView[]): void => {
  const all = records.every((record) => selection[category][record.id])
  for (const record of records)
    if (all || !selection[category][record.id]) toggleRow(category, record)
}

export const clearSelection = (category: Category): void => {
  selection[category] = {}
}
