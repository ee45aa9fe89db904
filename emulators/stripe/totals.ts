import { spread } from './discounts.ts'
import { automaticRate, ratesOf, taxOf } from './tax.ts'
import { find, table, type World } from './world.ts'
import { idOf, type Invoice, type Line, type TaxRate } from './wire.ts'

/** Writes discounts, taxes and sums of a draft or a preview from its lines. */
export function computeTotals(world: World, invoice: Invoice): void {
  const lines = invoice.lines.data
  discountLines(world, invoice)
  taxLines(world, invoice)
  const discounts = merge(
    lines.flatMap((line) => line.discount_amounts ?? []),
    (each) => idOf(each.discount),
  )
  const taxes = lines.flatMap((line) => line.taxes ?? [])
  const exclusive = sum(
    taxes.filter(({ tax_behavior: kind }) => kind === 'exclusive').map(({ amount }) => amount),
  )
  const inclusive = sum(
    taxes.filter(({ tax_behavior: kind }) => kind === 'inclusive').map(({ amount }) => amount),
  )
  invoice.subtotal = sum(lines.map(({ amount }) => amount))
  invoice.total_discount_amounts = discounts
  const discounted = invoice.subtotal - sum(discounts.map(({ amount }) => amount))
  invoice.total = discounted + exclusive
  invoice.total_excluding_tax = discounted - inclusive
  invoice.subtotal_excluding_tax = invoice.subtotal - inclusive
  invoice.total_taxes = mergeTaxes(taxes)
  applyBalance(world, invoice)
}

function discountLines(world: World, invoice: Invoice): void {
  const lines = invoice.lines.data.filter((line) => line.discountable)
  for (const line of invoice.lines.data) line.discount_amounts = []
  const own = lines.filter((line) => line.discounts.length > 0)
  const common = lines.filter((line) => line.discounts.length === 0)
  for (const line of own) take(spread(world, line.discounts.map(idOf), [line.amount]), [line])
  take(
    spread(
      world,
      invoice.discounts.map(idOf),
      common.map(({ amount }) => amount),
    ),
    common,
  )
}

function take(reductions: { discount: string; amounts: number[] }[], lines: Line[]): void {
  for (const { discount, amounts } of reductions)
    for (const [index, line] of lines.entries())
      line.discount_amounts?.push({ amount: amounts[index] ?? 0, discount })
}

function taxLines(world: World, invoice: Invoice): void {
  const customer = find(world, 'customer', idOf(invoice.customer))
  const { automatic_tax: automatic } = invoice
  const isLocated = Boolean(customer.address?.country)
  if (automatic.enabled) automatic.status = isLocated ? 'complete' : 'requires_location_inputs'
  const rate = automatic.enabled && isLocated ? automaticRate(world, customer) : null
  for (const line of invoice.lines.data) {
    const rates = automatic.enabled ? (rate ? [rate] : []) : fixedRates(world, invoice, line)
    const discounted = line.amount - sum((line.discount_amounts ?? []).map(({ amount }) => amount))
    line.taxes = rates.map((each) => taxOf(world, customer, each, discounted))
  }
}

function fixedRates(world: World, invoice: Invoice, line: Line): TaxRate[] {
  const ids = (line.taxes ?? []).map((tax) => tax.tax_rate_details?.tax_rate ?? '')
  const own = ratesOf(world, ids)
  return own.length > 0 ? own : invoice.default_tax_rates
}

/** A credit balance pays first; a negative total becomes credit. */
function applyBalance(world: World, invoice: Invoice): void {
  const balance = table(world, 'customer')[idOf(invoice.customer)]?.balance ?? 0
  invoice.starting_balance = balance
  invoice.amount_due = Math.max(0, invoice.total + balance)
  invoice.amount_remaining = invoice.amount_due
}

type Tax = NonNullable<Line['taxes']>[number]

function mergeTaxes(taxes: Tax[]): Tax[] {
  const merged = merge(taxes, (tax) => tax.tax_rate_details?.tax_rate ?? '')
  for (const tax of merged)
    tax.taxable_amount = sum(
      taxes
        .filter((each) => each.tax_rate_details?.tax_rate === tax.tax_rate_details?.tax_rate)
        .map((each) => each.taxable_amount ?? 0),
    )
  return merged
}

function merge<T extends { amount: number }>(rows: T[], keyOf: (row: T) => string): T[] {
  const merged = new Map<string, T>()
  for (const row of rows) {
    const present = merged.get(keyOf(row))
    if (present) present.amount += row.amount
    else merged.set(keyOf(row), { ...row })
  }
  return [...merged.values()]
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
