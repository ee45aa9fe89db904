import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { pushStore } from '../shared/crm/push-store.ts'
import { downloadStore } from '../shared/downloads/download-store.ts'
import { progressStore } from '../shared/downloads/progress-store.ts'
import { recordQueryKeys } from '../shared/queries.ts'
import { unlockStore } from '../shared/unlocks/unlock-store.ts'
import { useOpenedOnce } from '../ui/opened-once.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { OverlayBoundary } from './overlay-boundary.tsx'

const Unlocking = lazyComponent(() =>
  import('../screens/credits/unlocking.tsx').then((m) => m.Unlocking),
)
const Downloading = lazyComponent(() =>
  import('../screens/downloads/ask/downloading.tsx').then((m) => m.Downloading),
)
const Pushing = lazyComponent(() =>
  import('../screens/downloads/push/pushing.tsx').then((m) => m.Pushing),
)

/** Mounted from its first use, above every screen. */
export const UnlockingRecords = () => {
  const wanted = useSnapshot(unlockStore).requested !== null
  if (!useOpenedOnce(wanted)) return null
  return (
    <OverlayBoundary wanted={wanted} onFail={() => (unlockStore.requested = null)}>
      <Unlocking />
    </OverlayBoundary>
  )
}

export const RequestingDownloads = () => {
  useWhatEnded()
  const wanted = useSnapshot(downloadStore).requested !== null
  if (!useOpenedOnce(wanted)) return null
  return (
    <OverlayBoundary wanted={wanted} onFail={() => (downloadStore.requested = null)}>
      <Downloading />
    </OverlayBoundary>
  )
}

export const PushingRecords = () => {
  const wanted = useSnapshot(pushStore).requested !== null
  if (!useOpenedOnce(wanted)) return null
  return (
    <OverlayBoundary wanted={wanted} onFail={() => (pushStore.requested = null)}>
      <Pushing />
    </OverlayBoundary>
  )
}

/** It has unlocked records and spent credits. */
const useWhatEnded = (): void => {
  const client = useQueryClient()
  const last = useSnapshot(progressStore).justEnded
  useEffect(() => {
    if (last === null) return
    for (const key of [...recordQueryKeys, 'downloads', 'ledger', 'home', 'customer'])
      void client.invalidateQueries({ queryKey: [key] })
  }, [client, last])
}
