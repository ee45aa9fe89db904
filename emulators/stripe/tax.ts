import { roundHalfUp } from './catalog.ts'
import { taxIdsOf } from './customers.ts'
import { StripeError } from './errors.ts'
import { newId, now, store, table, type World } from './world.ts'
import { blank, type Customer, type Line, type TaxRate } from './wire.ts'

type Tax = NonNullable<Line['taxes']>[number]

const GST: Record<string, number> = { AU: 10, NZ: 15 }

export function newTaxRate(
  world: World,
  fields: Pick<TaxRate, 'display_name' | 'inclusive' | 'percentage'> & Partial<TaxRate>,
): TaxRate {
  return store(world, 'tax_rate', {
    id: newId('txr'),
    object: 'tax_rate',
    active: true,
    created: now(world),
    effective_percentage: fields.percentage,
    livemode: false,
    metadata: {},
    rate_type: 'percentage',
    ...blank(
      'country',
      'description',
      'flat_amount',
      'jurisdiction',
      'jurisdiction_level',
      'state',
      'tax_type',
    ),
    ...fields,
  })
}

/** As Stripe Tax with registrations in Australia and New Zealand. */
export function automaticRate(world: World, customer: Customer): TaxRate | null {
  const country = customer.address?.country
  if (!country)
    throw new StripeError(
      400,
      "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
      { code: 'customer_tax_location_invalid' },
    )
  const percentage = GST[country]
  if (percentage === undefined) return null
  const known = Object.values(table(world, 'tax_rate')).find(
    (rate) => rate.metadata?.['automatic'] === country,
  )
  return (
    known ??
    newTaxRate(world, {
      display_name: 'GST',
      inclusive: false,
      percentage,
      country,
      jurisdiction: country,
      jurisdiction_level: 'country',
      tax_type: 'gst',
      metadata: { automatic: country },
      active: false,
    })
  )
}

export function taxOf(world: World, customer: Customer, rate: TaxRate, amount: number): Tax {
  const isReversed =
    customer.tax_exempt === 'reverse' ||
    (world.settings.reverseCharge &&
      rate.country === 'NZ' &&
      taxIdsOf(world, customer.id).some(({ type }) => type === 'nz_gst'))
  const isExempt = customer.tax_exempt === 'exempt'
  const share = rate.inclusive ? rate.percentage / (100 + rate.percentage) : rate.percentage / 100
  return {
    amount: isReversed || isExempt ? 0 : roundHalfUp(amount * share),
    tax_behavior: rate.inclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: isReversed
      ? 'reverse_charge'
      : isExempt
        ? 'customer_exempt'
        : 'standard_rated',
    taxable_amount: amount,
    type: 'tax_rate_details',
  }
}

export function ratesOf(world: World, ids: readonly string[]): TaxRate[] {
  return ids.flatMap((id) => table(world, 'tax_rate')[id] ?? [])
}
