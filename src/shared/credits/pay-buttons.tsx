import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatCredits } from './copy.ts'
import type { Paying } from './use-paying.ts'

export const PayButtons = ({
  verb,
  paying,
  blocked,
  isMost = false,
  onCancel,
}: {
  verb: string
  paying: Paying
  /** Why the request is invalid, whatever it costs. */
  blocked?: string | undefined
  /** The price is the most that it costs. */
  isMost?: boolean
  onCancel: () => void
}): ReactNode => {
  const { estimate, busy, cutDown, stopped, agree } = paying
  return (
    <>
      <Button
        variant="quiet"
        onClick={onCancel}
        disabledReason={busy ? 'Working on it…' : undefined}
      >
        Cancel
      </Button>
      {cutDown !== null && (
        <Button busy={busy} onClick={cutDown}>
          Use my remaining credits
        </Button>
      )}
      <Button variant="primary" busy={busy} disabledReason={blocked ?? stopped} onClick={agree}>
        {estimate === undefined
          ? verb
          : estimate.chargeable === 0
            ? `${verb} · free`
            : `${verb} · ${isMost ? 'up to ' : ''}${formatCredits(estimate.chargeable)}`}
      </Button>
    </>
  )
}
