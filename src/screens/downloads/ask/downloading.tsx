import { useSnapshot } from 'valtio'
import { useState } from 'react'
import { downloadStore } from '../../../shared/downloads/download-store.ts'
import { DownloadDialog } from './download-dialog.tsx'

export const Downloading = () => {
  const { requested } = useSnapshot(downloadStore)
  // Keeps the last request rendered while the dialog closes.
  const [last, setLast] = useState(requested)
  if (requested !== null && requested !== last) setLast(requested)
  return last === null ? null : (
    <DownloadDialog
      key={JSON.stringify(last)}
      what={last}
      open={requested !== null}
      onClose={() => {
        downloadStore.requested = null
      }}
    />
  )
}
