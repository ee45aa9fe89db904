import type { Category } from '../../../contract/records/records.ts'
import { Button } from '../../ui/button.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { Told } from '../../ui/told.tsx'
import { formatRecords } from '../../lib/format.ts'
import { AskAdmin } from './ask-admin.tsx'
import { Price } from './price.tsx'
import type { Paying } from './use-paying.ts'

/** The price of an act, what stands in its way and what one can do about it; for above the button that pays it. */
export const PricePart = ({ category, paying }: { category: Category; paying: Paying }) => {
  const { estimate, refusal, first, failed, askAgain, lacks, stopped } = paying
  const why = estimate === undefined ? undefined : stopped
  return (
    <>
      {refusal !== null && (
        <Told icon="warning" tone="warn">
          {refusal}
        </Told>
      )}
      {first !== null && estimate !== undefined && (
        <Told icon="info">
          Only the first {formatRecords(estimate.total, category)}, in the order shown.
        </Told>
      )}
      {estimate !== undefined && <Price category={category} estimate={estimate} />}
      {estimate === undefined && !failed && <PriceToCome />}
      {failed && (
        <Told
          icon="warning"
          tone="warn"
          actions={
            <Button size="sm" onClick={askAgain}>
              Try again
            </Button>
          }
        >
          We couldn’t get a price, so nothing was charged.
        </Told>
      )}
      {why !== undefined && (
        <Told icon="warning" tone="warn">
          {why}
        </Told>
      )}
      {lacks !== null && <AskAdmin why={lacks} />}
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
