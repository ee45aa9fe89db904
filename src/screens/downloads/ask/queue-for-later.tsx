import { useState } from 'react'
import type { RecordSource } from '../../../../contract/money/credits.ts'
import { formatCredits } from '../../../shared/credits/words.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { log } from '../../../lib/log.ts'
import type { Device } from '../../../offline/database.ts'
import { countOf, mostCredits } from '../../../offline/downloads.ts'
import { StorageTrouble } from '../../../offline/trouble.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'

/** Keeps a request for when there is a connection, agreed to at the most it can cost: one credit for each record not known to be unlocked. */
export const QueueForLater = ({
  source,
  blocked,
  onCancel,
  onQueue,
}: {
  source: RecordSource
  blocked: string | undefined
  onCancel: () => void
  onQueue: (agreed: number) => Promise<void>
}) => {
  const most = useLive((device: Device) => mostOf(device, source), [source])
  const [busy, setBusy] = useState(false)
  const queue = async (agreed: number): Promise<void> => {
    setBusy(true)
    try {
      await onQueue(agreed)
    } catch (error) {
      if (!(error instanceof StorageTrouble)) log.error('A download could not be kept', error)
      showToast({ title: 'We couldn’t save this on your device.', tone: 'danger' })
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <Button
        variant="primary"
        busy={busy}
        disabledReason={blocked ?? (most === undefined ? 'Working out the cost…' : undefined)}
        onClick={() => {
          if (most !== undefined) void queue(most)
        }}
      >
        {most === undefined ? 'Download later' : `Download later · up to ${formatCredits(most)}`}
      </Button>
    </>
  )
}

const mostOf = (device: Device, source: RecordSource): Promise<number> =>
  source.kind === 'ids' ? mostCredits(device, source.ids) : Promise.resolve(countOf(source) ?? 0)
