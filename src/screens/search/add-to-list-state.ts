import type { ComponentType } from 'react'
import { proxy, ref } from 'valtio'
import type { Criteria, Sorting } from '../../../contract/search/criteria.ts'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import type { FirstFound } from './selection.ts'

export type ToAdd =
  | { category: Category; ids: readonly string[] }
  | { category: Category; found: { criteria: Criteria; sorting: Sorting; first: number } }

/** Asks which list to add to (null asks nothing), adds the records, shows the result and offers undo. `onAdded` runs when they are added. */
export type AddToListProps = { adding: ToAdd | null; onClose: () => void; onAdded: () => void }
export type AddToList = ComponentType<AddToListProps>

export const addToListState = proxy<{
  request: { what: ReturnType<typeof ref<ToAdd>>; chosen: boolean } | null
}>({ request: null })

export const addRecord = (category: Category, record: RecordView): void => {
  addToListState.request = { what: ref({ category, ids: [record.id] }), chosen: false }
}

export const addChosen = (
  category: Category,
  ids: readonly string[],
  first: FirstFound | null,
): void => {
  const what: ToAdd =
    first === null
      ? { category, ids }
      : {
          category,
          found: { ...first.question, first: first.count },
        }
  addToListState.request = { what: ref(what), chosen: true }
}
