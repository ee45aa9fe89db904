import { useEffect } from 'react'
import {
  largestPurchase,
  purchaseStep,
  smallestPurchase,
  type AddonPlan,
  type PaymentMethod,
} from '../../../contract/money/billing.ts'
import { formatNumber } from '../../lib/format.ts'
import { Callout } from '../../ui/callout.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { cheaperQuantity, quoteCredits } from './credits-quote.ts'
import { describeCard } from '../billing/describe-card.ts'
import { formatCents } from '../billing/prices.ts'
import { Stepper } from '../billing/stepper.tsx'
import { SumLines } from '../billing/sum-lines.tsx'
import type { Purchase } from './use-buy-credits.ts'

/** How many credits, and what they cost with and without GST. */
export const ChooseCredits = ({
  plan,
  card,
  purchase,
}: {
  plan: AddonPlan
  card: PaymentMethod | null
  purchase: Purchase
}) => {
  const { credits, setCredits, offer, refusal } = purchase
  useEffect(() => offer(plan, card), [offer, plan, card])
  const quote = quoteCredits(plan, credits)
  const cheaper = cheaperQuantity(plan, credits)
  const presets = plan.tiers.map(({ from }) => ({ value: String(from), label: formatNumber(from) }))
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Stepper
          label="Credits"
          value={credits}
          min={smallestPurchase}
          max={largestPurchase}
          step={purchaseStep}
          onValueChange={setCredits}
        />
        <Segmented
          label="Suggested amounts"
          options={presets}
          value={String(credits)}
          onValueChange={(value) => setCredits(Number(value))}
        />
      </div>
      {quote !== null && (
        <SumLines
          currency={plan.currency}
          lines={[
            {
              title: `${formatNumber(credits)} credits × ${formatCents(quote.perCredit, plan.currency)}`,
              amount: quote.subtotal,
            },
          ]}
          tax={{ title: `GST ${plan.gst}%`, amount: quote.tax }}
          total={{ title: 'Total', amount: quote.total }}
        />
      )}
      {cheaper !== null && (
        <p className="text-13 text-ink-soft">
          <button
            type="button"
            className="min-h-6 font-medium text-accent-strong underline"
            onClick={() => setCredits(cheaper.credits)}
          >
            {formatNumber(cheaper.credits)} credits cost less
          </button>
          : {formatCents(cheaper.perCredit, plan.currency)} each.
        </p>
      )}
      <p className="flex items-center gap-2 text-14 text-ink-soft">
        <Icon name="card" size={18} className="shrink-0 text-ink-faint" />
        {card === null ? 'You’ll enter your card next.' : describeCard(card)}
      </p>
      <p className="text-13 text-ink-faint">
        Bought credits don’t expire with the month. We spend them after your plan’s credits.
      </p>
      {refusal !== null && (
        <div className="flex flex-col gap-2">
          {purchase.isDeclined ? (
            <Callout icon="warning" tone="danger" role="alert">
              {refusal}
            </Callout>
          ) : (
            <FormError>{refusal}</FormError>
          )}
        </div>
      )}
    </div>
  )
}
