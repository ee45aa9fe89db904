import type { SourceRun } from '../../../contract/org/sources.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'

type Summary = NonNullable<SourceRun['summary']>

/** Nothing that the figures of the run don't say already. */
export const hasDetails = (summary: Summary): boolean =>
  differencesOf(summary).length > 0 || remarksOf(summary).length > 0

/** What has changed on a list since the one before, and why rows were left out. */
export const RunDetails = ({ summary }: { summary: Summary }) => {
  const remarks = remarksOf(summary)
  return (
    <div className="flex flex-col gap-3 text-13 text-ink-soft">
      {differencesOf(summary).map(({ label, count, names }) => (
        <div key={label} className="min-w-0">
          <h3 className="tabular font-medium text-ink">
            {label}: {formatNumber(count)}
          </h3>
          <ul>
            {names.map((name) => (
              <li key={name} className="wrap-anywhere">
                {name}
              </li>
            ))}
            {count > names.length && <li>and {formatNumber(count - names.length)} more</li>}
          </ul>
        </div>
      ))}
      {remarks.length > 0 && (
        <ul className="flex flex-col gap-1">
          {remarks.map((remark) => (
            <li key={remark} className="wrap-anywhere">
              {remark}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const differencesOf = ({ listing, rows }: Summary) => {
  if (listing === undefined) return []
  const { listed, delisted, renamed, recoded } = listing
  // Of a first list all are new.
  const listedSince = listed.count < rows ? listed : { count: 0, names: [] }
  return [
    { label: 'New on the exchange', ...listedSince },
    { label: 'No longer listed', ...delisted },
    { label: 'Renamed', ...renamed },
    { label: 'New code', ...recoded },
  ].filter(({ count }) => count > 0)
}

const remarksOf = ({ skipped, notes, examples, rejected, companiesAdded = 0 }: Summary) => [
  ...(companiesAdded > 0
    ? [`${formatCount(companiesAdded, 'company', 'companies')} added besides`]
    : []),
  ...Object.entries(skipped).map(([reason, times]) => `${formatNumber(times)} skipped: ${reason}`),
  ...notes,
  ...examples.map(({ line, reason }) => `Line ${formatNumber(line)}: ${reason}`),
  ...(rejected > examples.length
    ? [`and ${formatCount(rejected - examples.length, 'more rejected row', 'more rejected rows')}`]
    : []),
]
