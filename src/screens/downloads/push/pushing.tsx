import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { pushStore } from '../../../shared/crm/push-store.ts'
import { PushDialog } from './push-dialog.tsx'

export const Pushing = () => {
  const { requested } = useSnapshot(pushStore)
  // Keeps the last push rendered while the dialog closes.
  const [last, setLast] = useState(requested)
  if (requested !== null && requested !== last) setLast(requested)
  return last === null ? null : (
    <PushDialog
      key={last.id}
      what={last}
      open={requested !== null}
      onClose={() => {
        pushStore.requested = null
      }}
    />
  )
}
