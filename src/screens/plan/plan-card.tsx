import { gst, type BillingCountry, type Product } from '../../../contract/money/plans.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { ContactSales } from './contact-sales.tsx'
import { whatIsIncluded } from './includes.ts'
import { shownPrice, type Interval, type ShownPrice } from './prices.ts'

/** What a plan costs and includes; `canBuy` offers to contact sales. */
export const PlanCard = ({
  product,
  country,
  interval,
  canBuy,
}: {
  product: Product
  country: BillingCountry
  interval: Interval
  canBuy: boolean
}) => {
  const price = shownPrice(product, country, interval)
  const id = `plan-${product.bucket_id}`
  return (
    <li
      className={canBuy ? 'row-span-4 grid grid-rows-subgrid' : 'row-span-3 grid grid-rows-subgrid'}
    >
      <article
        aria-labelledby={id}
        className={cx(
          'grid grid-rows-subgrid gap-y-3 rounded-md border border-line bg-card p-5',
          canBuy ? 'row-span-4' : 'row-span-3',
        )}
      >
        <h2 id={id} className="text-20 font-semibold">
          {product.name}
        </h2>
        <div>
          {price === null ? (
            <>
              <p className="text-26 font-semibold sm:max-lg:text-20">Talk to us</p>
              <p className="mt-1 text-14 text-ink-soft">
                A price for your team of {product.seats.min} or more.
              </p>
            </>
          ) : (
            <Price price={price} rate={gst[country]} interval={interval} />
          )}
        </div>
        {canBuy && <ContactSales about={product.name} className="my-1" />}
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

const Price = ({
  price,
  rate,
  interval,
}: {
  price: ShownPrice
  rate: number
  interval: Interval
}) => (
  <>
    <dl className="tabular flex flex-wrap gap-x-5 gap-y-1 sm:max-lg:gap-x-3">
      <Amount label="plus GST">{price.monthExGst}</Amount>
      <Amount label={`with ${rate}% GST`}>{price.monthWithGst}</Amount>
    </dl>
    <p className="mt-2 text-14 text-ink-soft">
      a user each month, billed {interval === 'annual' ? 'yearly' : 'monthly'}
    </p>
    <p className="tabular mt-0.5 text-13 text-ink-faint">{price.charged} with GST</p>
  </>
)

const Amount = ({ label, children }: { label: string; children: string }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-13 text-ink-soft">{label}</dt>
    <dd className="text-26 font-semibold sm:max-lg:text-20">{children}</dd>
  </div>
)
