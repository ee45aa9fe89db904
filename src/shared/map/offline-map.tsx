import { useEffect, useState } from 'react'
import { useOffline } from '../../lib/connectivity.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { isMapStored, storeMap } from './map-files.ts'

/** Whether offline lists have their map on this device, and how to get it. */
export const OfflineMap = () => {
  const offline = useOffline()
  const [isStored, setIsStored] = useState<boolean | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void isMapStored()
      .then(setIsStored)
      .catch(() => {})
  }, [])
  const store = async (): Promise<void> => {
    setBusy(true)
    try {
      await storeMap()
      setIsStored(true)
    } catch {
      showToast({ title: 'We couldn’t save the map on this device. Try again.', tone: 'danger' })
    }
    setBusy(false)
  }
  if (isStored === null) return null
  if (isStored)
    return (
      <span className="inline-flex items-center gap-1.5 text-13 font-medium text-accent-strong">
        <Icon name="map-pin" size={16} />
        With map
      </span>
    )
  return (
    <Button
      size="sm"
      icon="map-pin"
      busy={busy}
      disabledReason={offline ? 'You’re offline.' : undefined}
      onClick={() => void store()}
    >
      Add map
    </Button>
  )
}
