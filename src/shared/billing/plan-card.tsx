import type { BillingCountry, Product } from '../../../contract/money/plans.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { ContactSales } from './contact-sales.tsx'
import { GstPrices } from './gst-prices.tsx'
import { hasPayments, needsConnection } from './has-payments.ts'
import { whatIsIncluded } from './includes.ts'
import { quoteOf, type Interval } from './prices.ts'

export type Terms = { country: BillingCountry; interval: Interval; seats: number }

/** What a plan costs for so many users, and what it includes. Without `onChoose` nothing is offered. */
export const PlanCard = ({
  product,
  terms,
  isPopular = false,
  onChoose,
}: {
  product: Product
  terms: Terms
  isPopular?: boolean
  onChoose?: (() => void) | undefined
}) => {
  const quote = quoteOf(product, terms)
  const rows = onChoose === undefined ? 'row-span-3' : 'row-span-4'
  const id = `plan-${product.bucket_id}`
  return (
    <li className={cx(rows, 'grid grid-rows-subgrid')}>
      <article
        aria-labelledby={id}
        className={cx(
          rows,
          'grid grid-rows-subgrid gap-y-3 rounded-md border bg-card p-5',
          isPopular ? 'border-accent' : 'border-line',
        )}
      >
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id={id} className="text-20 font-semibold">
            {product.name}
          </h2>
          {isPopular && <Badge tone="accent">Signals included</Badge>}
        </div>
        <div className="@container">
          {quote === null ? (
            <>
              <p className="text-20 font-semibold @2xs:text-26">Talk to us</p>
              <p className="mt-1 text-14 text-ink-soft">
                A price for your team of {product.seats.min} or more.
              </p>
            </>
          ) : (
            <GstPrices
              quote={quote}
              seats={terms.seats}
              country={terms.country}
              interval={terms.interval}
            />
          )}
        </div>
        {onChoose !== undefined && (
          <Offer
            product={product}
            isPopular={isPopular}
            seats={terms.seats}
            hasPrice={quote !== null}
            onChoose={onChoose}
          />
        )}
        <ul className="mt-1 flex flex-col gap-2 border-t border-line pt-4 text-14">
          {whatIsIncluded(product).map(({ text, has }) => (
            <li key={text} className={cx('flex gap-2', !has && 'text-ink-faint')}>
              <Icon
                name={has ? 'check' : 'minus'}
                size={18}
                className={cx('mt-px shrink-0', has ? 'text-accent-strong' : 'text-ink-faint')}
                {...(!has && { label: 'Not included:' })}
              />
              <span className="min-w-0">{text}</span>
            </li>
          ))}
        </ul>
      </article>
    </li>
  )
}

const Offer = ({
  product: { name, seats: limits, contactSales },
  seats,
  hasPrice,
  isPopular,
  onChoose,
}: {
  product: Product
  isPopular: boolean
  seats: number
  hasPrice: boolean
  onChoose: () => void
}) => {
  const offline = useOffline()
  if (!hasPrice || contactSales || !hasPayments())
    return <ContactSales about={name} className="my-1" />
  const tooMany =
    limits.max !== null && seats > limits.max
      ? `${name} is for up to ${limits.max} users.`
      : undefined
  return (
    <div className="my-1 flex flex-col gap-1">
      <Button
        variant={isPopular ? 'primary' : 'plain'}
        disabledReason={offline ? needsConnection : tooMany}
        onClick={onChoose}
      >
        Choose {name}
      </Button>
      {tooMany !== undefined && <p className="text-12 text-ink-faint">{tooMany}</p>}
    </div>
  )
}
