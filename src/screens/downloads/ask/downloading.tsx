import { useSnapshot } from 'valtio'
import { useState } from 'react'
import { downloading } from '../../../shared/downloads/downloading.ts'
import { AskDownload } from './ask-download.tsx'

/** Asks how a file is to be and what it costs whenever a screen wants records in one, on whichever screen one is. */
export const Downloading = () => {
  const { asked } = useSnapshot(downloading)
  // What was asked last stays drawn while the dialog closes.
  const [last, setLast] = useState(asked)
  if (asked !== null && asked !== last) setLast(asked)
  return last === null ? null : (
    <AskDownload
      key={JSON.stringify(last)}
      what={last}
      open={asked !== null}
      onClose={() => {
        downloading.asked = null
      }}
    />
  )
}
