import { useState } from 'react'
import type { RecordSource } from '../../../contract/credits.ts'
import { useOffline } from '../../lib/contact.ts'
import { firstOf } from '../../lib/credits/affordable.ts'
import { needsConnection } from '../../lib/credits/needs-connection.ts'
import { PayButtons } from '../../lib/credits/pay-buttons.tsx'
import { PricePart } from '../../lib/credits/price-part.tsx'
import { usePaying } from '../../lib/credits/use-paying.ts'
import type { ToUnlock } from '../../lib/unlocking.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Told } from '../../ui/told.tsx'

type Props = {
  /** Null: nothing is asked. */
  what: ToUnlock | null
  onClose: () => void
  /** Unlocks what `source` means for at most `agreed` credits; rejects with what the server answered. */
  onAgree: (agreed: number, source: RecordSource) => Promise<void>
}

/** What unlocking records costs, before it is paid: what is owned, left out and charged, what is left, and what to do where it does not suffice. */
export const UnlockDialog = ({ what, ...rest }: Props) => {
  // What was asked last stays drawn while the dialog closes.
  const [last, setLast] = useState({ what, times: 0 })
  if (what !== null && what !== last.what) setLast({ what, times: last.times + 1 })
  return last.what === null ? null : (
    <Asked key={last.times} what={last.what} open={what !== null} {...rest} />
  )
}

const Asked = ({
  what: { category, source, name, trouble },
  open,
  onClose,
  onAgree,
}: Props & { what: ToUnlock; open: boolean }) => {
  const api = useApi()
  const offline = useOffline()
  const sourceOf = (first: number | null): RecordSource =>
    (first === null ? null : firstOf(source, first)) ?? source
  const paying = usePaying({
    act: 'reveal',
    key: [category, source],
    ask: (first, signal) => api.estimate({ category, source: sourceOf(first) }, { signal }),
    canBeCut: firstOf(source, 1) !== null,
    onAgree: (agreed, first) => onAgree(agreed, sourceOf(first)),
    open,
    trouble,
  })
  const nothing = paying.estimate?.chargeable === 0
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !paying.busy) onClose()
      }}
      size="sm"
      title={`Unlock ${name}`}
      footer={
        nothing ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <PayButtons
            verb="Unlock"
            paying={paying}
            blocked={offline ? needsConnection : undefined}
            onCancel={onClose}
          />
        )
      }
    >
      <div className="flex flex-col gap-3">
        {offline && (
          <Told icon="offline" tone="warn">
            {needsConnection}
          </Told>
        )}
        {!(offline && paying.estimate === undefined) && (
          <PricePart category={category} paying={paying} />
        )}
        {nothing && (
          <Told icon="check">There is nothing to unlock: what can be owned of them is yours.</Told>
        )}
      </div>
    </Dialog>
  )
}
