import { useId } from 'react'
import type { BillingCountry, Product } from '../../../contract/money/plans.ts'
import { formatNumber } from '../../lib/format.ts'
import { monthlyShare, quoteOf } from '../../shared/billing/prices.ts'
import { Stepper } from '../../shared/billing/stepper.tsx'
import { MembersBeyond } from '../../shared/members/members-beyond.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { maxUsers, type PlanTerms } from './plan-terms.ts'

/** The plans, how often they are billed, and for how many users. */
export const ChangeForm = ({
  sold,
  country,
  terms,
  now,
  onChange,
}: {
  sold: readonly Product[]
  country: BillingCountry
  terms: PlanTerms
  now: PlanTerms
  onChange: (terms: PlanTerms) => void
}) => {
  const product = sold.find(({ bucket_id: bucket }) => bucket === terms.bucket)
  return (
    <div className="flex flex-col gap-4">
      <PlanRadios sold={sold} country={country} terms={terms} now={now} onChange={onChange} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Stepper
          label="Users"
          value={terms.seats}
          min={product?.seats.min ?? 1}
          max={product?.seats.max ?? maxUsers}
          onValueChange={(seats) => onChange({ ...terms, seats })}
        />
        <Segmented
          label="Billing"
          options={intervals}
          value={terms.interval}
          onValueChange={(interval) => onChange({ ...terms, interval })}
        />
      </div>
      <MembersBeyond seats={terms.seats} />
    </div>
  )
}

const intervals = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'annual', label: 'Yearly' },
] as const

const PlanRadios = ({
  sold,
  country,
  terms,
  now,
  onChange,
}: Pick<Parameters<typeof ChangeForm>[0], 'sold' | 'country' | 'terms' | 'now' | 'onChange'>) => {
  const name = useId()
  return (
    <div role="radiogroup" aria-label="Plan" className="flex flex-col gap-2">
      {sold.map((product) => {
        const quote = quoteOf(product, { country, interval: terms.interval, seats: 1 })
        return (
          <label
            key={product.bucket_id}
            className="flex min-h-13 cursor-pointer items-center gap-3 rounded-sm border border-line px-3.5 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={product.bucket_id === terms.bucket}
              onChange={() => onChange({ ...terms, bucket: product.bucket_id })}
              className="size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-2 font-medium">
                {product.name}
                {product.bucket_id === now.bucket && <Badge>Your plan</Badge>}
              </span>
              <span className="block text-13 text-ink-soft">
                {formatNumber(product.credits)} credits a user each month
              </span>
            </span>
            {quote !== null && (
              <span className="tabular text-right text-14">
                {monthlyShare(quote, { country, interval: terms.interval }).exGst}
                <span className="block text-12 text-ink-faint">a user each month + GST</span>
              </span>
            )}
          </label>
        )
      })}
    </div>
  )
}
