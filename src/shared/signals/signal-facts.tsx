import type { ReactNode } from 'react'
import type { ScorePart, Signal } from '../../../contract/signals/signals.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatDay } from '../../lib/format.ts'
import { describeMetrics } from './copy.ts'

export const SignalFacts = ({ signal }: { signal: Signal }) => {
  const metrics = describeMetrics(signal)
  return (
    <div className="grid gap-x-10 gap-y-5 @2xl:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <p className="max-w-text text-14">{signal.summary}</p>
        {metrics.length > 0 && (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-14">
            {metrics.map(({ label, text }) => (
              <div key={label} className="contents">
                <dt className="text-ink-faint">{label}</dt>
                <dd className="tabular min-w-0 wrap-anywhere">{text}</dd>
              </div>
            ))}
          </dl>
        )}
        {signal.key_topics.length > 0 && (
          <ul aria-label="Key topics" className="flex flex-wrap gap-1.5">
            {signal.key_topics.map((topic) => (
              <li key={topic} className="max-w-full">
                <Chip label={topic} />
              </li>
            ))}
          </ul>
        )}
        <SourceOf signal={signal} />
      </div>
      <Score parts={signal.score} />
    </div>
  )
}

/** The source and its date; a signal that we detected has no URL. */
const SourceOf = ({ signal: { source, event_date: day } }: { signal: Signal }) => (
  <p className="text-13 text-ink-soft">
    Source: {sourceName(source)}
    {source.published_at !== null && `, ${formatDay(source.published_at)}`}. Event date{' '}
    {formatDay(day)}.
  </p>
)

const sourceName = ({ name, url }: Signal['source']): ReactNode => {
  const address = url === null ? null : URL.parse(url)
  // A bought feed may contain any text: only web pages become links.
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') return name
  return (
    <a
      href={address.href}
      target="_blank"
      rel="noreferrer"
      className="relative font-medium text-accent-strong underline after:absolute after:-inset-y-3 after:inset-x-0 pointer-fine:after:inset-y-0"
    >
      {name}
      <Icon name="external" size={14} className="mb-0.5 ml-1 inline" />
      <span className="sr-only"> (opens another site)</span>
    </a>
  )
}

/** The parts of a score, which add up to the score. */
const Score = ({ parts }: { parts: readonly ScorePart[] }) => {
  const sum = parts.reduce((all, { points }) => all + points, 0)
  return (
    <section aria-label="Why this score" className="min-w-0">
      <h4 className="text-13 font-semibold">Why {sum} of 100</h4>
      <dl className="mt-2 flex flex-col gap-2">
        {parts.map(({ label, points }) => (
          <div key={label} className="grid grid-cols-[1fr_auto] gap-x-4 text-13">
            <dt className="min-w-0 text-ink-soft wrap-anywhere">{label}</dt>
            <dd className="tabular font-medium">{points < 0 ? `−${-points}` : `+${points}`}</dd>
            <dd
              aria-hidden
              className="col-span-2 mt-0.5 h-1 overflow-hidden rounded-full bg-sunken"
            >
              <span
                className={`block h-full rounded-full ${points < 0 ? 'bg-chart-4' : 'bg-data'}`}
                style={{ width: `${Math.min(100, Math.abs(points))}%` }}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
