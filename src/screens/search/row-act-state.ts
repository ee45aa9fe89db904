import { proxy, ref } from 'valtio'
import type { RecordView } from '../../../contract/records/records.ts'
import type { Visited } from '../../shared/visits/visit-sheet.tsx'

/** What the menu of a row does beyond the screen: a call, a note, a report, or a copy on this device. */
export type RowAct = { act: 'call' | 'note' | 'report' | 'save'; record: RecordView }

/** `visiting`: whose visit is being logged. */
export const rowActState = proxy<{
  request: ReturnType<typeof ref<RowAct>> | null
  visiting: ReturnType<typeof ref<Visited>> | null
}>({ request: null, visiting: null })

export const requestRowAct = (act: RowAct['act'], record: RecordView): void => {
  rowActState.request = ref({ act, record })
}

export const logVisit = (about: Visited | null): void => {
  rowActState.visiting = about && ref(about)
}
