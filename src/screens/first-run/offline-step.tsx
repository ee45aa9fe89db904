import { useState } from 'react'
import { formatRecords } from '../../lib/format.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { log } from '../../lib/log.ts'
import { pins } from '../../offline/live.ts'
import { pinId, requestPin, type PinSource } from '../../offline/pins.ts'
import { useLive, useLocal } from '../../shared/offline/device.tsx'
import { OfflineCopy } from '../../shared/offline/offline-copy.tsx'
import { persistence } from '../../shared/offline/persistence.ts'
import { adviceOn, useReadFailure } from '../../shared/offline/read-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Progress } from './progress.ts'
import { StepFrame } from './step-frame.tsx'

/** Makes the first list available offline. */
export const OfflineStep = ({
  list,
  onNext,
}: {
  list: NonNullable<Progress['list']>
  onNext: () => void
}) => {
  const local = useLocal()
  const offline = useOffline()
  const all = useLive(pins)
  const unread = useReadFailure(all)
  const [failed, setFailed] = useState(false)
  const source: PinSource = { source: 'list', sourceId: list.id, category: 'company' }
  const pin = all?.find(({ id }) => id === pinId(source)) ?? null
  const make = async (): Promise<void> => {
    setFailed(false)
    try {
      await requestPin(local, source)
      // Only the browser may ask: one press is enough for us.
      await persistence.ask()
    } catch (error) {
      log.error('Failed to make the first list available offline', error)
      setFailed(true)
    }
  }
  const isReady = pin?.state === 'ready'
  return (
    <StepFrame
      step="offline"
      title={isReady ? 'Ready for the road' : 'Take it with you'}
      lead={
        isReady
          ? 'Your list opens without a signal, and what you write there syncs later.'
          : 'Open your list, see who to ask for and log visits without a signal.'
      }
      actions={
        <>
          {pin === null ? (
            <Button
              variant="primary"
              icon="pin"
              disabledReason={
                unread === null ? undefined : 'This device can’t store offline data right now.'
              }
              onClick={() => void make()}
            >
              Make available offline
            </Button>
          ) : (
            <Button variant="primary" onClick={onNext}>
              Next
            </Button>
          )}
          {pin === null && (
            <Button variant="quiet" onClick={onNext}>
              Not now
            </Button>
          )}
        </>
      }
    >
      <Card className="flex items-start gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-strong">
          <Icon name="list" size={22} />
        </span>
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <div>
            <h2 className="text-16 font-semibold wrap-anywhere">{list.name}</h2>
            <p className="tabular text-14 text-ink-soft">{formatRecords(list.count, 'company')}</p>
          </div>
          {pin !== null && <OfflineCopy pin={pin} name={list.name} />}
        </div>
      </Card>
      {failed && (
        <Callout icon="warning" tone="danger" role="alert">
          We couldn’t save this on your device. Your list is safe. Try again.
        </Callout>
      )}
      {unread !== null && (
        <Callout icon="warning" tone="warn">
          This device can’t store offline data right now. To use lists offline, {adviceOn(unread)}.
        </Callout>
      )}
      {offline && !isReady && (
        <Callout icon="offline">
          You’re offline. The list downloads when you reconnect. You can go on.
        </Callout>
      )}
      {!offline && pin !== null && !isReady && (
        <p className="text-14 text-ink-soft">You can go on; it downloads in the background.</p>
      )}
    </StepFrame>
  )
}
