import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { connectivity } from '../lib/connectivity.ts'
import { useLate } from '../lib/use-late.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { FloatingPrompt } from '../ui/floating-prompt.tsx'
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
    <FloatingPrompt role="alert" icon="sync" text={describeUpdate({ late, deferred, outdated })}>
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
    </FloatingPrompt>
  )
}
