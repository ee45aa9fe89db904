import type { ReactNode } from 'react'
import type { Estimate } from '../../../contract/money/credits.ts'
import type { Category } from '../../../contract/records/records.ts'
import { formatNumber, formatRecords } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'
import { formatCredits } from './copy.ts'

export const Price = ({
  category,
  estimate,
  less = null,
}: {
  category: Category
  estimate: Estimate
  /** Why it may cost less, in a sentence. */
  less?: string | null
}) => {
  const { total, owned, suppressed, empty, chargeable, balance, after } = estimate
  return (
    <div className="tabular text-14">
      <dl>
        <Line label={formatRecords(total, category)} value="" strong />
        {owned > 0 && <Line label={`${formatNumber(owned)} already revealed`} value="free" />}
        {suppressed > 0 && (
          <Line label={`${formatNumber(suppressed)} suppressed, left out`} value="free" />
        )}
        {empty > 0 && <Line label={`${formatNumber(empty)} with nothing to reveal`} value="free" />}
        <Line
          label={`${formatNumber(chargeable)} to reveal`}
          value={`${less === null ? '' : 'up to '}${formatCredits(chargeable)}`}
          strong
        />
      </dl>
      {less !== null && (
        <p role="status" className="text-13 text-ink-soft">
          {less}
        </p>
      )}
      <dl className="mt-2 border-t border-line pt-2">
        <Line label="Available" value={formatNumber(balance)} />
        <Line
          label={after < 0 ? 'You’re short' : 'Remaining'}
          value={formatNumber(Math.abs(after))}
          strong
          tone={after < 0 ? 'text-danger' : undefined}
        />
      </dl>
    </div>
  )
}

const Line = ({
  label,
  value,
  strong = false,
  tone,
}: {
  label: ReactNode
  value: ReactNode
  strong?: boolean
  tone?: string | undefined
}) => (
  <div
    className={cx(
      'flex items-baseline justify-between gap-4 py-1',
      strong && 'font-medium',
      tone ?? (strong ? 'text-ink' : 'text-ink-soft'),
    )}
  >
    <dt>{label}</dt>
    <dd className="text-right">{value}</dd>
  </div>
)
