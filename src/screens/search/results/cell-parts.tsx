import { formatCompact, formatMoney, formatNumber } from '../../../lib/format.ts'

/** An unknown value: a dash, with words for screen readers. */
export const NotKnown = () => (
  <span className="text-ink-faint">
    <span aria-hidden>–</span>
    <span className="sr-only">No data</span>
  </span>
)

export const TextCell = ({ children }: { children: string | undefined }) =>
  children === undefined || children === '' ? (
    <NotKnown />
  ) : (
    <span className="block truncate" title={children}>
      {children}
    </span>
  )

export const Figure = ({ children }: { children: number | undefined }) =>
  children === undefined ? <NotKnown /> : formatNumber(children)

/** A$12.4M: for columns too narrow for every digit. */
export const compactMoney = (amount: number, currency: string): string =>
  formatMoney(0, currency).replace('0', formatCompact(amount))

/** The first few items and the number of others. */
export const Some = ({ items }: { items: readonly string[] }) => {
  if (items.length === 0) return <NotKnown />
  const more = items.length - 2
  return (
    <span className="block truncate" title={items.join(', ')}>
      {items.slice(0, 2).join(', ')}
      {more > 0 && <span className="text-ink-faint"> +{more}</span>}
    </span>
  )
}
