import type { Upload } from '../../../../contract/money/uploads.ts'
import { formatNumber, formatPercent } from '../../../lib/format.ts'
import { wholePercents } from '../../../lib/whole-percents.ts'
import { cx } from '../../../ui/cx.ts'

export const Figures = ({ upload }: { upload: Upload }) => {
  const { accepted, review, unmatched, duplicates } = upload.counts
  const percents = wholePercents([accepted, review, unmatched])
  const parts = [
    { label: 'matched', count: accepted, look: 'bg-accent' },
    { label: 'to review', count: review, look: 'bg-chart-2' },
    { label: 'unmatched', count: unmatched, look: 'bg-line-strong' },
  ]
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full">
        {parts
          .filter(({ count }) => count > 0)
          .map(({ label, count, look }) => (
            <span key={label} className={cx('h-full min-w-1', look)} style={{ flexGrow: count }} />
          ))}
      </div>
      <dl className="grid grid-cols-3 gap-x-4 sm:flex sm:gap-x-8">
        {parts.map(({ label, count, look }, index) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="flex items-baseline gap-2 text-14 text-ink-soft">
              <span aria-hidden className={cx('size-2.5 shrink-0 rounded-full', look)} />
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                {label}
                <span className="tabular text-12 text-ink-faint">
                  {formatPercent((percents[index] ?? 0) / 100)}
                </span>
              </span>
            </dt>
            <dd className="tabular text-26 font-semibold">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {duplicates > 0 && (
        <p className="text-14 text-ink-soft">
          {formatNumber(duplicates)} matched{' '}
          {duplicates === 1 ? 'row is a duplicate' : 'rows are duplicates'}. You only pay for each
          record once.
        </p>
      )}
    </div>
  )
}
