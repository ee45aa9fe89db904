import type { Wash } from '../../../../contract/org/do-not-call.ts'
import { formatCount, formatDay, formatNumber } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'

/** Uploaded checks, newest first, with their results. `today` is YYYY-MM-DD. */
export const Washes = ({ washes, today }: { washes: readonly Wash[]; today: string }) => (
  <ul className="divide-y divide-line rounded-md border border-line bg-card">
    {washes.map((wash) => (
      <li
        key={wash.id}
        className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-3"
      >
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex min-w-0 items-center gap-2 text-14 font-medium">
            <span className="truncate" title={wash.name}>
              {wash.name}
            </span>
            <State wash={wash} today={today} />
          </p>
          <p className="text-13 text-ink-faint">
            Checked {formatDay(wash.washedAt)} · uploaded by {wash.userName ?? 'someone who left'}
          </p>
        </div>
        <p className="tabular text-13 text-ink-soft">
          {wash.finishedAt === null
            ? `${formatNumber(wash.received)} of ${formatNumber(wash.total)} numbers uploaded. Upload the file again for the rest.`
            : outcomeOf(wash)}
        </p>
      </li>
    ))}
  </ul>
)

export const outcomeOf = ({ listed, notListed, unreadable, matched }: Wash): string =>
  [
    `${formatNumber(listed)} listed`,
    `${formatNumber(notListed)} not listed`,
    ...(unreadable > 0
      ? [formatCount(unreadable, 'row without a number', 'rows without a number')]
      : []),
    matched === null || matched === 0
      ? 'no one you’ve revealed'
      : `${formatCount(matched, 'person', 'people')} you’ve revealed`,
  ].join(' · ')

const State = ({ wash, today }: { wash: Wash; today: string }) => {
  if (wash.finishedAt === null) return <Badge tone="warn">Incomplete</Badge>
  return wash.validUntil < today ? (
    <Badge tone="warn">Expired</Badge>
  ) : (
    <Badge tone="accent">Current</Badge>
  )
}
