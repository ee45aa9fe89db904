import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { contact } from '../lib/contact.ts'
import { useLate } from '../lib/use-late.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { acceptUpdate, update } from './service-worker.ts'

type Step = 'offered' | 'fetching' | 'opening'

const words = (slow: Step | null, outdated: boolean): string => {
  if (slow === 'fetching') return 'It is slow to come. Fieldbook goes on asking for it.'
  if (slow === 'opening') return 'It opens by itself as soon as nothing here is half written.'
  return outdated
    ? 'A newer version is needed to go on. What you did is kept.'
    : 'A new version of Fieldbook is ready.'
}

/** Offers a newer version when one waits, and asks for it when the server no longer speaks with this one. */
export const UpdatePrompt = () => {
  const { waiting } = useSnapshot(update)
  const { outdated } = useSnapshot(contact)
  const [later, setLater] = useState(false)
  const [step, setStep] = useState<Step>('offered')
  const fetching = useLate(step === 'fetching', 10_000)
  const opening = useLate(step === 'opening', 3_000)
  if (!outdated && (!waiting || later)) return null
  return (
    <div
      role="alert"
      className="fixed right-4 bottom-4 left-4 z-40 mx-auto flex max-w-110 items-center gap-3 rounded-md border border-line bg-card py-2 pr-2 pl-4 shadow-overlay max-sm:bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom)+0.75rem)] max-sm:[body:has([data-thumb-bar])_&]:bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom)+4.5rem)]"
    >
      <Icon name="sync" size={18} className="text-accent" />
      <p className="min-w-0 flex-1">{words(fetching || opening ? step : null, outdated)}</p>
      <Button
        variant="primary"
        size="sm"
        busy={step !== 'offered'}
        onClick={() => {
          setStep('fetching')
          void acceptUpdate().then(() => setStep('opening'))
        }}
      >
        Update
      </Button>
      {!outdated && (
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
