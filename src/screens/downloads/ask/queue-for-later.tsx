import { useState } from 'react'
import type { RecordSource } from '../../../../contract/money/credits.ts'
import { formatCredits } from '../../../shared/credits/copy.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { log } from '../../../lib/log.ts'
import type { Device } from '../../../offline/database.ts'
import { maxCredits } from '../../../offline/downloads.ts'
import { countOf } from '../../../offline/entities/download.ts'
import { StorageError } from '../../../offline/storage-error.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'

/** The user agrees to the highest possible price: a credit for each record that is not known to be unlocked. */
export const QueueForLater = ({
  source,
  verb,
  blocked,
  onCancel,
  onQueue,
}: {
  source: RecordSource
  verb: string
  blocked: string | undefined
  onCancel: () => void
  onQueue: (agreed: number) => Promise<void>
}) => {
  const maxCost = useLive((device: Device) => maxCostOf(device, source), [source])
  const [busy, setBusy] = useState(false)
  const queue = async (agreed: number): Promise<void> => {
    setBusy(true)
    try {
      await onQueue(agreed)
    } catch (error) {
      if (!(error instanceof StorageError)) log.error('A download could not be kept', error)
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
        disabledReason={blocked ?? (maxCost === undefined ? 'Working out the cost…' : undefined)}
        onClick={() => {
          if (maxCost !== undefined) void queue(maxCost)
        }}
      >
        {maxCost === undefined
          ? verb
          : `${verb} · ${maxCost === 0 ? 'free' : `up to ${formatCredits(maxCost)}`}`}
      </Button>
    </>
  )
}

const maxCostOf = (device: Device, source: RecordSource): Promise<number> =>
  source.kind === 'ids' ? maxCredits(device, source.ids) : Promise.resolve(countOf(source) ?? 0)
