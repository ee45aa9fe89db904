import { useState } from 'react'
import { log } from '../../lib/log.ts'
import { pinId, requestPin, unpin, type PinSource } from '../../offline/pins.ts'
import { StorageError } from '../../offline/storage-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { formatCount } from '../../lib/format.ts'
import { usePlanLimits } from '../plan-limits.ts'
import { useLocal } from './device.tsx'
import { requestPersistence, shouldRequestPersistence } from './request-persistence.ts'

/** Makes a list or saved search available offline or ends that, and shows errors. Render `question` once. */
export const usePinning = () => {
  const local = useLocal()
  const limits = usePlanLimits()
  const [asking, setAsking] = useState(false)
  const attempt = (work: Promise<void>): void =>
    void work.catch((error: unknown) => {
      if (!(error instanceof StorageError)) log.error('Failed to change an offline copy', error)
      showToast({ title: 'We couldn’t save this on your device. Nothing changed.', tone: 'danger' })
    })
  const pin = async (source: PinSource): Promise<void> => {
    const most = limits?.pinnedLists ?? Number.POSITIVE_INFINITY
    if (!(await requestPin(local, source, most)))
      return showToast({ title: describeLimit(limits?.plan ?? '', most), tone: 'danger' })
    if (await shouldRequestPersistence(local.device)) setAsking(true)
  }
  return {
    pin: (source: PinSource) => attempt(pin(source)),
    unpin: (source: PinSource) => attempt(unpin(local, pinId(source))),
    question: <KeepQuestion open={asking} onClose={() => setAsking(false)} />,
  }
}

export type Pinning = ReturnType<typeof usePinning>

const describeLimit = (plan: string, most: number): string =>
  `The ${plan} plan has ${formatCount(most, 'offline list', 'offline lists')}, and all are in use. Remove the offline copy of another list first.`

const KeepQuestion = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog
    open={open}
    onOpenChange={(next) => {
      if (!next) onClose()
    }}
    size="sm"
    title="Protect your offline data?"
    description="If this device runs low on storage, the browser may delete offline data. Let Fieldbook keep it?"
    footer={
      <>
        <Button variant="quiet" onClick={onClose}>
          Not now
        </Button>
        <Button
          variant="primary"
          onClick={() => {
            onClose()
            void requestPersistence()
          }}
        >
          Keep offline data
        </Button>
      </>
    }
  />
)
