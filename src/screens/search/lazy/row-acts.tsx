import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { RecordView } from '../../../../contract/records/records.ts'
import { reportWrong } from '../../../offline/activities.ts'
import { saveViewed } from '../../../offline/records.ts'
import { AskBeforeCalling } from '../../../shared/credits/ask-before-calling.tsx'
import { callAddress, reasonToAsk, phoneOf } from '../../../shared/do-not-call/do-not-call.ts'
import { useLocal } from '../../../shared/offline/device.tsx'
import { isPerson } from '../../../shared/records/record-kind.ts'
import { LogVisits } from '../../../shared/visits/log-visits.tsx'
import { NoteComposer } from '../../../shared/visits/note-composer.tsx'
import { TextComposer } from '../../../shared/visits/text-composer.tsx'
import { useSave } from '../../../shared/visits/use-save.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { logVisit, rowActState } from '../row-act-state.ts'

/** Does what the menu of a row requested. Everything is stored on this device first. */
export const RowActs = () => (
  <>
    <LogVisits about={useSnapshot(rowActState).visiting} onAbout={logVisit} />
    <RequestedAct />
  </>
)

const RequestedAct = () => {
  const { request } = useSnapshot(rowActState)
  const local = useLocal()
  const close = (): void => {
    rowActState.request = null
  }
  if (request === null) return null
  const { act, record } = request
  if (act === 'call') return <CallRecord record={record} onDone={close} />
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

/** Calls at once, or asks first where the register says so. */
const CallRecord = ({ record, onDone }: { record: RecordView; onDone: () => void }) => {
  const called = phoneOf(record)
  const [now] = useState(Date.now)
  const asks = called?.dnc !== undefined && reasonToAsk(called.dnc, now) !== null
  useEffect(() => {
    if (asks) return
    if (called !== null) location.assign(callAddress(called.number))
    onDone()
    // Once for each request.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    called?.dnc &&
    asks && (
      <AskBeforeCalling
        name={record.name}
        number={called.number}
        dnc={called.dnc}
        open
        onClose={onDone}
      />
    )
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
