import { formatCompact, formatMoney, formatNumber } from '../../../lib/format.ts'

/** A value that is not there: a dash for the eye, words for the ear. */
export const NotKnown = () => (
  <span className="text-ink-faint">
    <span aria-hidden>–</span>
    <span className="sr-only">No data</span>
  </span>
)

export const Words = ({ children }: { children: string | undefined }) =>
  children === undefined || children === '' ? (
    <NotKnown />
  ) : (
    <span className="block truncate" title={children}>
      {children}
    </span>
  )

export const Figure = ({ children }: { children: number | undefined }) =>
  children === undefined ? <NotKnown /> : formatNumber(children)

/** A$12.4M: money where a column is too narrow for every digit. */
export const compactMoney = (amount: number, currency: string): string =>
  formatMoney(0, currency).replace('0', formatCompact(amount))

/** The first few of a list and how many more there are. */
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
