import type { BillingCountry } from '../../../contract/money/plans.ts'
import { gst } from '../../../contract/money/plans.ts'
import {
  formatCents,
  formatUsers,
  monthlyShare,
  periodOf,
  type Interval,
  type Quote,
} from './prices.ts'

/** For a user and month, without and with GST side by side, and what is charged in all. A plan that starts at more than `seats` says so. */
export const GstPrices = ({
  quote,
  seats,
  country,
  interval,
}: {
  quote: Quote
  seats: number
  country: BillingCountry
  interval: Interval
}) => {
  const month = monthlyShare(quote, { country, interval })
  const users = formatUsers(quote.seats)
  return (
    <>
      <dl className="tabular flex flex-wrap gap-x-3 gap-y-1 @2xs:gap-x-5">
        <Amount label="plus GST">{month.exGst}</Amount>
        <Amount label={`with ${gst[country]}% GST`}>{month.withGst}</Amount>
      </dl>
      <p className="mt-2 text-14 text-ink-soft">
        a user each month, billed {interval === 'annual' ? 'yearly' : 'monthly'}
      </p>
      <p className="tabular mt-0.5 text-13 text-ink-soft">
        {formatCents(quote.total, quote.currency)} a {periodOf(interval)} for {users} with GST
      </p>
      {quote.seats > seats && (
        <p className="tabular mt-0.5 text-13 text-ink-soft">This plan starts at {users}.</p>
      )}
    </>
  )
}

const Amount = ({ label, children }: { label: string; children: string }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-13 text-ink-soft">{label}</dt>
    <dd className="text-20 font-semibold @2xs:text-26">{children}</dd>
  </div>
)
