import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { RecordView } from '../../../../contract/records/records.ts'
import { reportWrong } from '../../../offline/activities.ts'
import { saveViewed } from '../../../offline/records.ts'
import { useLocal } from '../../../shared/offline/device.tsx'
import { isPerson } from '../../../shared/records/record-kind.ts'
import { NoteComposer } from '../../../shared/visits/note-composer.tsx'
import { TextComposer } from '../../../shared/visits/text-composer.tsx'
import { useSave } from '../../../shared/visits/use-save.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { rowActState } from '../row-act-state.ts'

/** Does what the menu of a row requested. Everything is stored on this device first. */
export const RowActs = () => {
  const { request } = useSnapshot(rowActState)
  const local = useLocal()
  const close = (): void => {
    rowActState.request = null
  }
  if (request === null) return null
  const { act, record } = request
  if (act === 'save') return <SaveRecord record={record} onDone={close} />
  const about = { category: isPerson(record) ? 'people' : 'company', recordId: record.id } as const
  const half = `row ${act} ${record.id}`
  if (act === 'note')
    return (
      <NoteComposer about={{ ...about, name: record.name }} half={half} open onOpenChange={close} />
    )
  return (
    <TextComposer
      half={half}
      open
      onOpenChange={close}
      title={`What’s wrong with ${record.name}?`}
      label="What’s wrong? Add the correct details if you know them."
      action="Report"
      save={async (text) => {
        await reportWrong(local, about, { field: '*', text })
        showToast({ title: `${record.name} reported` })
      }}
    />
  )
}

const SaveRecord = ({ record, onDone }: { record: RecordView; onDone: () => void }) => {
  const local = useLocal()
  const { keep } = useSave()
  useEffect(() => {
    void keep(() => saveViewed(local, isPerson(record) ? 'people' : 'company', record)).then(
      (isSaved) =>
        showToast(
          isSaved
            ? { title: `${record.name} is on this device` }
            : { title: 'We couldn’t save it on this device', tone: 'danger' },
        ),
    )
    onDone()
    // Once for each request.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return null
}
