import type { ComponentType } from 'react'
import { proxy, ref } from 'valtio'
import type { Criteria, Sorting } from '../../../contract/search/criteria.ts'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import type { FirstFound } from './selection.ts'

/** Records to put into a list: chosen ones, or the first so many of what a search finds. */
export type ToAdd =
  | { category: Category; ids: readonly string[] }
  | { category: Category; found: { criteria: Criteria; sorting: Sorting; first: number } }

/** Asks which list they go into (null: asks nothing), adds them, says so and offers the way back. `onAdded` when they are in. */
export type AddToListProps = { adding: ToAdd | null; onClose: () => void; onAdded: () => void }
export type AddToList = ComponentType<AddToListProps>

/** What is to be put into a list now; `chosen`: it is the selection, which has then done its work. */
export const adding = proxy<{
  asked: { what: ReturnType<typeof ref<ToAdd>>; chosen: boolean } | null
}>({ asked: null })

export const addRecord = (category: Category, record: RecordView): void => {
  adding.asked = { what: ref({ category, ids: [record.id] }), chosen: false }
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
  adding.asked = { what: ref(what), chosen: true }
}
