import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { downloading } from '../shared/downloads/downloading.ts'
import { holdingRecords } from '../shared/queries.ts'
import { requestsTold } from '../shared/downloads/progress-store.ts'
import { useOpenedOnce } from '../ui/opened-once.ts'
import { part } from '../ui/part.tsx'
import { OverlayBoundary } from './overlay-boundary.tsx'

const Downloading = part(() =>
  import('../screens/downloads/ask/downloading.tsx').then((m) => m.Downloading),
)

/** The file somebody wants records in, and its price: from the first time on, whichever screen follows. */
export const RequestingDownloads = () => {
  useWhatEnded()
  const wanted = useSnapshot(downloading).asked !== null
  if (!useOpenedOnce(wanted)) return null
  return (
    <OverlayBoundary wanted={wanted} onFail={() => (downloading.asked = null)}>
      <Downloading />
    </OverlayBoundary>
  )
}

/** A request that ended has unlocked records and spent credits: whatever shows some is asked for anew. */
const useWhatEnded = (): void => {
  const client = useQueryClient()
  const [last] = useSnapshot(requestsTold).ended
  useEffect(() => {
    if (last === undefined) return
    for (const key of [...holdingRecords, 'downloads', 'ledger', 'home', 'customer'])
      void client.invalidateQueries({ queryKey: [key] })
  }, [client, last])
}
