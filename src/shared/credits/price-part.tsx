import type { Category } from '../../../contract/records/records.ts'
import { Button } from '../../ui/button.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { Callout } from '../../ui/callout.tsx'
import { formatRecords } from '../../lib/format.ts'
import { AddCredits } from './add-credits.tsx'
import { AskAdmin } from './ask-admin.tsx'
import { Price } from './price.tsx'
import type { Paying } from './use-paying.ts'

export const PricePart = ({ category, paying }: { category: Category; paying: Paying }) => {
  const { estimate, refusal, first, failed, askAgain, lacks, short, carryOn, stopped } = paying
  const why = estimate === undefined ? undefined : stopped
  return (
    <>
      {refusal !== null && (
        <Callout icon="warning" tone="warn">
          {refusal}
        </Callout>
      )}
      {first !== null && estimate !== undefined && (
        <Callout icon="info">
          Only the first {formatRecords(estimate.total, category)}, in the order shown.
        </Callout>
      )}
      {estimate !== undefined && <Price category={category} estimate={estimate} />}
      {estimate === undefined && !failed && <PriceToCome />}
      {failed && (
        <Callout
          icon="warning"
          tone="warn"
          actions={
            <Button size="sm" onClick={askAgain}>
              Try again
            </Button>
          }
        >
          We couldn’t get a price, so nothing was charged.
        </Callout>
      )}
      {why !== undefined && (
        <Callout icon="warning" tone="warn">
          {why}
        </Callout>
      )}
      {lacks !== null && short > 0 && <AddCredits why={lacks} short={short} onAdded={carryOn} />}
      {/* Credits do not help against a personal limit. */}
      {lacks !== null && short === 0 && <AskAdmin why={lacks} />}
    </>
  )
}

const PriceToCome = () => (
  <Delayed>
    <div role="status" aria-label="Checking the price" className="flex flex-col gap-3 py-1">
      <Skeleton className="w-40" />
      <Skeleton className="w-full" />
      <Skeleton className="w-full" />
    </div>
  </Delayed>
)
