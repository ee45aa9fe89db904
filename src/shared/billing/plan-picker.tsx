import { useState } from 'react'
import { flags } from '../../../contract/signals/signal-flags.ts'
import type { BillingCountry, Product } from '../../../contract/money/plans.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { CheckoutDialog, type Order } from './checkout-dialog.tsx'
import { hasPayments } from './has-payments.ts'
import { PlanCard, type Terms } from './plan-card.tsx'
import { quoteOf, yearlySaving } from './prices.ts'
import { Stepper } from './stepper.tsx'

/** The plans that are sold, for a number of users, by month or year and by country; `canBuy` offers them. */
export const PlanPicker = ({
  orgId,
  sold,
  country: home,
  users,
  canBuy,
}: {
  orgId: string
  sold: readonly Product[]
  country: BillingCountry
  /** How many the company has now. */
  users: number
  canBuy: boolean
}) => {
  const [chosen, setChosen] = useState<Partial<Terms>>({})
  const [order, setOrder] = useState<Order | null>(null)
  const terms: Terms = { country: home, interval: 'annual', seats: Math.max(1, users), ...chosen }
  const change = (next: Partial<Terms>): void => setChosen({ ...chosen, ...next })
  // The smallest with signals: what most of Fieldbook is for.
  const popular = sold.find((product) => product.flags.includes(flags.targeting))
  return (
    <section aria-label="Plans" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3 *:first:mr-auto">
        {canBuy && hasPayments() && (
          <Stepper
            label="Users"
            value={terms.seats}
            min={1}
            max={maxUsers}
            onValueChange={(seats) => change({ seats })}
          />
        )}
        <Segmented
          label="Billing"
          options={billingOptions(sold, terms.country)}
          value={terms.interval}
          onValueChange={(interval) => change({ interval })}
          className="max-sm:w-full max-sm:*:flex-1"
        />
        <Segmented
          label="Billing country"
          options={countries}
          value={terms.country}
          onValueChange={(country) => change({ country })}
          className="max-sm:w-full max-sm:*:flex-1"
        />
      </div>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-x-4 gap-y-0 *:mb-4">
        {sold.map((product) => (
          <PlanCard
            key={product.bucket_id}
            product={product}
            terms={terms}
            isPopular={product === popular}
            onChoose={
              canBuy
                ? () => {
                    const quote = quoteOf(product, terms)
                    if (quote !== null) setOrder({ product, quote, ...terms })
                  }
                : undefined
            }
          />
        ))}
      </ul>
      <CheckoutDialog orgId={orgId} order={order} onClose={() => setOrder(null)} />
    </section>
  )
}

const maxUsers = 10_000

const countries = [
  { value: 'AU', label: 'Australia' },
  { value: 'NZ', label: 'New Zealand' },
] as const

const billingOptions = (sold: readonly Product[], country: BillingCountry) => {
  const saving = yearlySaving(sold, country)
  return [
    { value: 'monthly', label: 'Monthly' },
    { value: 'annual', label: saving > 0 ? `Yearly, save ${saving}%` : 'Yearly' },
  ] as const
}
