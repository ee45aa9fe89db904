import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatCredits } from './words.ts'
import type { Paying } from './use-paying.ts'

/** The button that pays, with the price on it, and what stands beside it. */
export const PayButtons = ({
  verb,
  paying,
  blocked,
  onCancel,
}: {
  /** The word before the price: 'Download'. */
  verb: string
  paying: Paying
  /** Why it cannot be asked for as it stands, whatever it costs. */
  blocked?: string | undefined
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
            : `${verb} · ${formatCredits(estimate.chargeable)}`}
      </Button>
    </>
  )
}
