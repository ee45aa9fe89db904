import type { ReactNode } from 'react'
import { maxRows } from '../../../../contract/money/downloads.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { formatNumber } from '../../../lib/format.ts'
import { PayButtons } from '../../../shared/credits/pay-buttons.tsx'
import { PricePart } from '../../../shared/credits/price-part.tsx'
import type { Paying } from '../../../shared/credits/use-paying.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { QueueForLater } from './queue-for-later.tsx'
import type { Requesting } from './use-request.ts'

/** The price of a request below what the request says about itself, and the buttons that make it, now or once online. */
export const RequestDialog = ({
  requesting,
  category,
  title,
  blocked = requesting.blocked,
  less = null,
  open,
  onClose,
  children,
}: {
  requesting: Requesting
  category: Category
  title: string
  /** Why it cannot be requested now. */
  blocked?: string | undefined
  /** Why it may cost less than its price, in a sentence. */
  less?: string | null
  open: boolean
  onClose: () => void
  children: ReactNode
}) => {
  const offline = useOffline()
  const { phrases, source, rowLimit, plan, tooMany, cutToLimit, paying, queue } = requesting
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !paying.busy) onClose()
      }}
      title={title}
      footer={
        <>
          <p
            className={cx(
              'mr-auto self-center text-13 text-ink-faint max-sm:w-full',
              paying.cutDown !== null && 'w-full',
            )}
          >
            Up to {formatNumber(rowLimit)} rows per {phrases.noun}
            {rowLimit < maxRows ? ` on ${plan}` : ''}
          </p>
          {offline ? (
            <QueueForLater
              source={source}
              verb={phrases.later}
              blocked={requesting.blocked}
              onCancel={onClose}
              onQueue={queue}
            />
          ) : (
            <PayButtons
              verb={phrases.verb}
              paying={paying}
              blocked={blocked}
              isMost={less !== null}
              onCancel={onClose}
            />
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <div className="flex flex-col gap-3 border-t border-line pt-3">
          {tooMany !== null ? (
            <Callout
              icon="warning"
              tone="warn"
              actions={
                <Button size="sm" onClick={cutToLimit}>
                  Use the first {formatNumber(rowLimit)}
                </Button>
              }
            >
              {tooMany}
            </Callout>
          ) : (
            !offline && (
              <>
                <PricePart category={category} paying={paying} less={less} />
                {paying.anyway !== null && (
                  <Anyway paying={paying} onAsk={paying.anyway} blocked={blocked} />
                )}
              </>
            )
          )}
          {offline && (
            <Callout icon="offline">
              You’re offline, so we can’t check the price. {phrases.waits}, and only if it costs no
              more than shown.
              {source.kind !== 'ids' && ' We’ll pick the records then.'}
            </Callout>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Requests in spite of too few credits: it is retried once there are credits. */
const Anyway = ({
  paying: { busy },
  blocked,
  onAsk,
}: {
  paying: Paying
  blocked: string | undefined
  onAsk: () => void
}) => (
  <div className="flex flex-wrap items-center gap-3">
    <p className="min-w-0 flex-1 basis-64 text-13 text-ink-soft">
      You can still request it. It waits in the Download centre until you have enough credits.
    </p>
    <Button size="sm" busy={busy} disabledReason={blocked} onClick={onAsk}>
      Request anyway
    </Button>
  </div>
)
