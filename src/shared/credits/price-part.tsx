import type { Category } from '../../../contract/records/records.ts'
import { Callout } from '../../ui/callout.tsx'
import { formatRecords } from '../../lib/format.ts'
import { PriceFailed, PriceToCome } from '../price-to-come.tsx'
import { AddCredits } from './add-credits.tsx'
import { AskForCredits } from './ask-for-credits.tsx'
import { Price } from './price.tsx'
import type { Paying } from './use-paying.ts'

export const PricePart = ({
  category,
  paying,
  less = null,
}: {
  category: Category
  paying: Paying
  /** Why it may cost less, in a sentence. */
  less?: string | null
}) => {
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
      {estimate !== undefined && <Price category={category} estimate={estimate} less={less} />}
      {estimate === undefined && !failed && <PriceToCome />}
      {failed && (
        <PriceFailed onRetry={askAgain}>
          We couldn’t get a price, so nothing was charged.
        </PriceFailed>
      )}
      {why !== undefined && (
        <Callout icon="warning" tone="warn">
          {why}
        </Callout>
      )}
      {lacks !== null && short > 0 && <AddCredits why={lacks} short={short} onAdded={carryOn} />}
      {/* Credits do not help against a personal limit. */}
      {lacks !== null && short === 0 && <AskForCredits why={lacks} />}
    </>
  )
}
