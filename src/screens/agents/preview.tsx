import type { UseQueryResult } from '@tanstack/react-query'
import type { agentsEndpoints } from '../../../contract/signals/agents.ts'
import type { EndpointOutput } from '../../../contract/core/endpoint.ts'
import { recordLink } from '../../../contract/links.ts'
import { signalTypeOf } from '../../../contract/signals/signal-types.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import { Link } from 'wouter'
import { useOffline } from '../../lib/connectivity.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Callout } from '../../ui/callout.tsx'
import { WeekBars } from './week-bars.tsx'
import { describeError } from '../../lib/describe-error.ts'

type Seen = EndpointOutput<(typeof agentsEndpoints)['previewAgent']>

export const Preview = ({
  preview,
  today,
  countedWith,
}: {
  preview: UseQueryResult<Seen>
  /** YYYY-MM-DD. */
  today: string
  /** The number of alerts a day of the last count, while the field is invalid. */
  countedWith: number | undefined
}) => {
  const offline = useOffline()
  const { data } = preview
  return (
    <section
      aria-labelledby="agent-preview"
      className="rounded-md border border-line bg-card p-4 sm:p-5"
    >
      <h2 id="agent-preview" className="text-16 font-semibold">
        Preview
      </h2>
      {data === undefined ? (
        <NotYet offline={offline} preview={preview} />
      ) : (
        <div
          className={cx(
            'flex flex-col gap-4 pt-1 transition-opacity',
            preview.isPlaceholderData && 'opacity-60',
          )}
        >
          <p role="status" className="text-14 text-ink-soft">
            {describePreview(data)}
            {offline && ' Counted before you went offline.'}
            {countedWith !== undefined &&
              ` Based on a maximum of ${formatCount(countedWith, 'alert', 'alerts')} a day.`}
          </p>
          <Often {...data} />
          {data.total > 0 && (
            <>
              <WeekBars days={data.days} today={today} />
              <Newest signals={data.sample} />
            </>
          )}
        </div>
      )}
    </section>
  )
}

/** 'In the last 90 days: 214 signals, 61 alerts.' */
export const describePreview = ({ total, notices }: Pick<Seen, 'total' | 'notices'>): string =>
  total === 0
    ? 'In the last 90 days: no signals, no alerts.'
    : `In the last 90 days: ${formatCount(total, 'signal', 'signals')}, ${formatCount(notices, 'alert', 'alerts')}.`

const NotYet = ({ offline, preview }: { offline: boolean; preview: UseQueryResult<Seen> }) => {
  if (offline)
    return (
      <p role="status" className="pt-1 text-14 text-ink-soft">
        You need a connection to see the preview. You can still save the agent.
      </p>
    )
  if (preview.isError)
    return (
      <ErrorState
        title="We couldn’t load the preview"
        className="py-6"
        onRetry={() => void preview.refetch()}
      >
        {describeError(preview.error).title}. You can still save the agent.
      </ErrorState>
    )
  return (
    <div role="status" aria-label="Counting" className="flex flex-col gap-3 pt-3">
      <Skeleton className="w-4/5" />
      <Skeleton className="h-16 w-full" />
    </div>
  )
}

const aLot = 3

const Often = ({ notices, fullDays }: Pick<Seen, 'notices' | 'fullDays'>) => {
  const aDay = notices / 90
  const limitNote =
    fullDays === 0
      ? null
      : `On ${formatCount(fullDays, 'day', 'days')} you would have hit your daily limit.`
  if (aDay < aLot)
    return limitNote === null ? null : <p className="-mt-2 text-14 text-ink-soft">{limitNote}</p>
  return (
    <Callout icon="warning" tone="warn">
      About {Math.round(aDay)} alerts a day. Narrow it, or switch to every morning.
      {limitNote !== null && ` ${limitNote}`}
    </Callout>
  )
}

const Newest = ({ signals }: { signals: readonly Signal[] }) => (
  <div>
    <h3 className="text-13 font-medium text-ink-soft">Newest signals</h3>
    <ul className="mt-1 flex flex-col divide-y divide-line">
      {signals.map((signal) => {
        const about = aboutOf(signal)
        return (
          <li key={signal.id} className="py-2.5 text-14">
            <p className="font-medium wrap-anywhere">{signal.title}</p>
            <p className="mt-0.5 flex flex-wrap gap-x-2.5 text-13 text-ink-soft">
              <span>{signalTypeOf(signal.slug)?.label}</span>
              {about !== null && (
                <Link href={about.href} className="wrap-anywhere hover:underline">
                  {about.name}
                </Link>
              )}
              <time dateTime={signal.event_date} className="text-ink-faint">
                {formatDay(signal.event_date)}
              </time>
            </p>
          </li>
        )
      })}
    </ul>
  </div>
)

/** The company or person of a signal, unless its title names them. */
const aboutOf = ({ company, person }: Signal): { name: string; href: string } | null =>
  person !== null
    ? { name: person.name, href: recordLink('people', person.id) }
    : company !== null
      ? { name: company.name, href: recordLink('company', company.id) }
      : null
