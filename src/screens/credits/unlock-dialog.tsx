import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Estimate, RecordSource } from '../../../contract/money/credits.ts'
import { links } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records/records.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { firstOf } from '../../shared/credits/find-affordable.ts'
import { needsConnection } from '../../shared/credits/needs-connection.ts'
import { PayButtons } from '../../shared/credits/pay-buttons.tsx'
import { PricePart } from '../../shared/credits/price-part.tsx'
import { usePaying } from '../../shared/credits/use-paying.ts'
import type { ToUnlock } from '../../shared/unlocks/unlock-store.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Callout } from '../../ui/callout.tsx'

type Props = {
  what: ToUnlock | null
  onClose: () => void
  /** Unlocks `source` for at most `agreed` credits; rejects with the server's error. */
  onAgree: (agreed: number, source: RecordSource) => Promise<void>
}

export const UnlockDialog = ({ what, ...rest }: Props) => {
  // What was asked last stays drawn while the dialog closes.
  const [last, setLast] = useState({ what, times: 0 })
  if (what !== null && what !== last.what) setLast({ what, times: last.times + 1 })
  return last.what === null ? null : (
    <OpenUnlockDialog key={last.times} what={last.what} open={what !== null} {...rest} />
  )
}

const OpenUnlockDialog = ({
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
  const { estimate } = paying
  const nothing = estimate?.chargeable === 0
  const close = useRef<HTMLButtonElement>(null)
  // It takes the place of the button that had the focus.
  useEffect(() => {
    if (nothing) close.current?.focus()
  }, [nothing])
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !paying.busy) onClose()
      }}
      size="sm"
      title={`Reveal ${name}`}
      footer={
        nothing ? (
          <Button ref={close} variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <PayButtons
            verb="Reveal"
            paying={paying}
            blocked={offline ? needsConnection : undefined}
            onCancel={onClose}
          />
        )
      }
    >
      <div className="flex flex-col gap-3">
        {offline && (
          <Callout icon="offline" tone="warn">
            {needsConnection}
          </Callout>
        )}
        {!(offline && estimate === undefined) && <PricePart category={category} paying={paying} />}
        {nothing && <NothingToUnlock category={category} estimate={estimate} />}
      </div>
    </Dialog>
  )
}

/** Why nothing of them can be unlocked: they are owned, left out, or hold nothing that may be shown. */
const NothingToUnlock = ({ category, estimate }: { category: Category; estimate: Estimate }) => {
  const { total, owned, suppressed, empty } = estimate
  if (total > 0 && suppressed === total)
    return (
      <Callout icon="info">
        Nothing to reveal. {total === 1 ? 'This record is' : 'These records are'} on your company’s
        suppression lists.
      </Callout>
    )
  if (category === 'people' && empty > 0)
    return (
      <Callout icon="info">
        Nothing to reveal. {owned + suppressed > 0 ? 'For the rest, we' : 'We'} have no contact
        details we can show. Your company’s{' '}
        <Link href={links.privacy()} className="font-medium underline">
          Privacy
        </Link>{' '}
        settings leave out numbers on the Do Not Call Register.
      </Callout>
    )
  return <Callout icon="check">Nothing to reveal. Your company already has these details.</Callout>
}
