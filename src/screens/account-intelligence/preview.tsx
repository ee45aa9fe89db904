import type { UseQueryResult } from '@tanstack/react-query'
import type { EndpointOutput } from '../../../contract/core/endpoint.ts'
import type { accountIntelligenceEndpoints } from '../../../contract/org/account-intelligence.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatNumber, formatRecords } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'

type Counted = EndpointOutput<(typeof accountIntelligenceEndpoints)['accountIntelligencePreview']>

export const Preview = ({ preview }: { preview: UseQueryResult<Counted> }) => {
  const offline = useOffline()
  const { data } = preview
  return (
    <section
      aria-labelledby="would-fit"
      className="rounded-md border border-line bg-card p-4 sm:p-5"
    >
      <h2 id="would-fit" className="text-16 font-semibold">
        {' '}
        Companies that fit{' '}
      </h2>
      <div
        role="status"
        className={cx('transition-opacity', preview.isPlaceholderData && 'opacity-60')}
      >
        {data === undefined ? (
          <p className="pt-1 text-14 text-ink-soft">
            {offline
              ? 'Reconnect to count companies.'
              : preview.isError
                ? 'We couldn’t count the companies.'
                : 'Counting …'}
          </p>
        ) : data.at80 === null || data.at50 === null ? (
          <p className="pt-1 text-14 text-ink-soft">
            Choose an industry, size or region to see how many companies fit.
          </p>
        ) : (
          <dl className="flex flex-col gap-3 pt-2">
            <Figure label="Strong fit (80+)" value={data.at80} of={data.possible} />
            <Figure label="Good fit (50+)" value={data.at50} of={data.possible} />
            <p className="text-13 text-ink-faint">
              Of {formatRecords(data.possible, 'company')} not ruled out.
            </p>
          </dl>
        )}
      </div>
    </section>
  )
}

const Figure = ({ label, value, of }: { label: string; value: number; of: number }) => (
  <div className="flex flex-col">
    <dt className="order-2 text-13 text-ink-soft">{label}</dt>
    <dd className="order-1 tabular text-26 font-semibold">{formatNumber(value)}</dd>
    <span aria-hidden className="order-3 mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
      <span
        className="block h-full rounded-full bg-data"
        style={{ width: `${of === 0 ? 0 : (100 * value) / of}%` }}
      />
    </span>
  </div>
)
