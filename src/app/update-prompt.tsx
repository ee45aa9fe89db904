import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { connectivity } from '../lib/connectivity.ts'
import { useLate } from '../lib/use-late.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { acceptUpdate, update } from './service-worker.ts'

const describeUpdate = ({
  late,
  deferred,
  outdated,
}: Record<'late' | 'deferred' | 'outdated', boolean>): string => {
  if (deferred) return 'We’ll update as soon as you finish what you’re writing.'
  if (late) return 'The update is still downloading. It will open when it’s ready.'
  return outdated
    ? 'Update Fieldbook to keep going. Your work is saved.'
    : 'A new version of Fieldbook is ready.'
}

/** Offers a waiting version, and asks for it when the server refuses this one (426). */
export const UpdatePrompt = () => {
  const { waiting, deferred } = useSnapshot(update)
  const { outdated } = useSnapshot(connectivity)
  const [later, setLater] = useState(false)
  const [accepted, setAccepted] = useState(false)
  const late = useLate(accepted, 10_000)
  const busy = accepted || deferred
  if (!outdated && (!waiting || later)) return null
  return (
    <div
      role="alert"
      className="fixed right-4 bottom-4 left-4 z-40 mx-auto flex max-w-110 items-center gap-3 rounded-md border border-line bg-card py-2 pr-2 pl-4 shadow-overlay max-sm:bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom)+0.75rem)] max-sm:[body:has([data-thumb-bar])_&]:bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom)+4.5rem)]"
    >
      <Icon name="sync" size={18} className="text-accent" />
      <p className="min-w-0 flex-1">{describeUpdate({ late, deferred, outdated })}</p>
      <Button
        variant="primary"
        size="sm"
        busy={busy}
        onClick={() => {
          setAccepted(true)
          void acceptUpdate()
        }}
      >
        Update
      </Button>
      {!outdated && !busy && (
        <IconButton
          icon="close"
          label="Later"
          size="sm"
          iconSize={16}
          onClick={() => setLater(true)}
        />
      )}
    </div>
  )
}
