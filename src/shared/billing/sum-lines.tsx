import { cx } from '../../ui/cx.ts'
import { formatCents } from './prices.ts'

type Line = { title: string; amount: number }

/** What a payment consists of; amounts in cents. */
export const SumLines = ({
  currency,
  lines,
  tax,
  total,
}: {
  currency: string
  lines: readonly Line[]
  tax: Line
  total: Line
}) => (
  <dl className="tabular text-14">
    {lines.map((line) => (
      <Row key={`${line.title} ${line.amount}`} {...line} currency={currency} />
    ))}
    <Row {...tax} currency={currency} />
    <Row {...total} currency={currency} strong />
  </dl>
)

const Row = ({
  title,
  amount,
  currency,
  strong = false,
}: Line & { currency: string; strong?: boolean }) => (
  <div
    {...(strong && { 'aria-live': 'polite' as const })}
    className={cx(
      'flex items-baseline justify-between gap-4',
      strong
        ? 'mt-2 border-t border-line pt-3 text-16 font-semibold text-ink'
        : 'py-1 text-ink-soft',
    )}
  >
    <dt className="min-w-0">{title}</dt>
    <dd className="text-right whitespace-nowrap">{formatCents(amount, currency)}</dd>
  </div>
)
