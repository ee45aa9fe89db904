import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocal } from '../../shared/offline/device.tsx'
import { pinNow, pinStore } from '../../shared/offline/pin-store.ts'
import { requestPin, unpin } from '../../offline/pins.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { runAction } from './run-action.ts'
import { requestPersistence, shouldRequestPersistence } from './request-persistence.ts'
import type { SavedRow } from './saved-rows.ts'

/** Makes a list available offline or ends that, and shows errors. Render `question` once. */
export const usePinning = () => {
  const local = useLocal()
  const { refused } = useSnapshot(pinStore)
  const [asking, setAsking] = useState(false)
  const pin = async ({ saved, category }: SavedRow): Promise<void> => {
    await runAction(() =>
      requestPin(local, { source: saved.of, sourceId: saved.value.id, category }),
    )
    if (await shouldRequestPersistence(local.device)) setAsking(true)
  }
  return {
    pin: (row: SavedRow) => void pin(row),
    unpin: (row: SavedRow) => {
      const { pin: rowPin } = row
      if (rowPin !== null) void runAction(() => unpin(local, rowPin.id))
    },
    refresh: (row: SavedRow) => {
      if (row.pin !== null) pinNow(row.pin.id)
    },
    refusalOf: (row: SavedRow): string | null =>
      row.pin === null ? null : (refused[row.pin.id] ?? null),
    question: <KeepQuestion open={asking} onClose={() => setAsking(false)} />,
  }
}

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
