import { proxy, ref } from 'valtio'
import type { RecordView } from '../../../contract/records/records.ts'

/** What the menu of a row does beyond the screen: a note, a report, or a copy on this device. */
export type RowAct = { act: 'note' | 'report' | 'save'; record: RecordView }

export const rowActState = proxy<{ request: ReturnType<typeof ref<RowAct>> | null }>({
  request: null,
})

export const requestRowAct = (act: RowAct['act'], record: RecordView): void => {
  rowActState.request = ref({ act, record })
}
