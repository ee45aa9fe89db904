import { useState } from 'react'
import { useOffline } from '../../lib/connectivity.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { hasPayments, needsConnection } from '../billing/has-payments.ts'
import { AskForCredits } from './ask-for-credits.tsx'

const AddCreditsDialog = lazyComponent(() =>
  import('./add-credits-dialog.tsx').then((m) => m.AddCreditsDialog),
)

/** Buys credits in a dialog, for admins; others ask one. Renders nothing for an admin where no card can be charged. */
export const AddCredits = ({
  why,
  short = 0,
  variant,
  onAdded,
}: {
  /** For the admin who is asked: how many are missing. */
  why: string
  /** At least so many are bought. */
  short?: number
  variant?: ButtonVariant
  /** Goes on with what was interrupted. */
  onAdded?: (() => void) | undefined
}) => {
  const { role, orgId } = useIdentity()
  const offline = useOffline()
  const [times, setTimes] = useState(0)
  const [open, setOpen] = useState(false)
  if (role !== 'admin') return <AskForCredits why={why} />
  if (!hasPayments() || orgId === null) return null
  return (
    <>
      <Button
        variant={variant}
        icon="plus"
        className="self-start"
        disabledReason={offline ? needsConnection : undefined}
        onClick={() => {
          setTimes(times + 1)
          setOpen(true)
        }}
      >
        Add credits
      </Button>
      {times > 0 && (
        <AddCreditsDialog
          key={times}
          orgId={orgId}
          short={short}
          open={open}
          onClose={() => setOpen(false)}
          {...(onAdded !== undefined && { onAdded })}
        />
      )}
    </>
  )
}
