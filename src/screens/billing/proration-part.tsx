import { useOffline } from '../../lib/connectivity.ts'
import { formatDay } from '../../lib/format.ts'
import { formatCents } from '../../shared/billing/prices.ts'
import { SumLines } from '../../shared/billing/sum-lines.tsx'
import { usePortal } from '../../shared/billing/use-portal.ts'
import { PriceFailed, PriceToCome } from '../../shared/price-to-come.tsx'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import type { Change } from './use-change-plan.ts'

/** What the change costs now, and from the next invoice on. */
export const ProrationPart = ({ change, orgId }: { change: Change; orgId: string }) => {
  const offline = useOffline()
  const portal = usePortal(orgId)
  const { proration, failed, askAgain, payment, refusal } = change
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      {refusal !== null && (
        <Callout
          icon="warning"
          tone="danger"
          role="alert"
          actions={
            payment?.status === 'declined' && (
              <Button size="sm" busy={portal.busy} onClick={() => portal.open('payment')}>
                Update card
              </Button>
            )
          }
        >
          {refusal} {payment?.status === 'declined' && 'Your plan hasn’t changed.'}
        </Callout>
      )}
      {proration !== undefined && proration.begins === 'now' && (
        <>
          <SumLines
            currency={proration.currency}
            lines={proration.lines}
            tax={{ title: 'GST', amount: proration.tax }}
            total={{ title: 'Due now', amount: proration.total }}
          />
          <p className="tabular text-13 text-ink-soft">
            Next invoice on {formatDay(proration.nextInvoiceAt)}:{' '}
            {formatCents(proration.nextAmount, proration.currency)} plus GST.
          </p>
        </>
      )}
      {proration !== undefined && proration.begins === 'next-period' && (
        <p className="tabular text-14 text-ink-soft">
          You’ve paid until {formatDay(proration.nextInvoiceAt)}, so the change starts then. Nothing
          to pay now. Next invoice: {formatCents(proration.nextAmount, proration.currency)} plus
          GST.
        </p>
      )}
      {failed && (
        <PriceFailed onRetry={askAgain}>
          We couldn’t get the price. Nothing has changed.
        </PriceFailed>
      )}
      {proration === undefined && !failed && !offline && <PriceToCome />}
    </div>
  )
}
