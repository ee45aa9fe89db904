import type { CompanyView, PersonView } from '../../../contract/records/records.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatNumber } from '../../lib/format.ts'
import { useSignalPrefix } from '../../shared/signals/newest-signals.ts'
import { SignalItem } from '../../shared/signals/signal-item.tsx'
import { AsOf, useMinute } from '../../ui/as-of.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Section } from '../../ui/section.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { changesAt, changesFor, type Change } from './changes.ts'
import { isPerson } from './queries.ts'
import { SourceLine } from './source-line.tsx'
import { useSignalsOf } from './use-signals-of.ts'
import { localDayOf } from '../../../contract/core/days.ts'

export const Signals = ({ record }: { record: CompanyView | PersonView }) => {
  const now = useMinute()
  const prefix = useSignalPrefix()
  const changes = isPerson(record) ? changesFor(record, now) : changesAt(record, now)
  return (
    <Section title="Signals">
      {prefix === null && (
        <Note>Your plan doesn’t include signals. Changes to this record are below.</Note>
      )}
      {prefix && <Happened record={record} />}
      <h3 className="pt-5 pb-1 text-14 font-semibold">Recent changes</h3>
      {changes.length === 0 ? (
        <p className="text-14 text-ink-faint">No recent changes</p>
      ) : (
        <Changes record={record} changes={changes} />
      )}
    </Section>
  )
}

const Happened = ({ record }: { record: CompanyView | PersonView }) => {
  const today = localDayOf(useMinute())
  const { result, asOf, error, retry } = useSignalsOf(record)
  const offline = useOffline()
  if (result === undefined && offline)
    return <Note>You’re offline. Signals load when you reconnect.</Note>
  if (result === undefined && error !== null)
    return (
      <ErrorState title="We couldn’t load signals" onRetry={retry} className="py-4">
        The rest of this record is here.
      </ErrorState>
    )
  if (result === undefined)
    return (
      <Delayed>
        <Skeleton className="h-16 w-full" />
      </Delayed>
    )
  const { total, signals } = result
  return (
    <>
      {asOf !== null && (
        <p role="status" className="text-13 text-ink-faint">
          Saved copy, <AsOf at={asOf} />.
        </p>
      )}
      {signals.length === 0 ? (
        <Note>No signals in the last 90 days</Note>
      ) : (
        <ul aria-label="What happened">
          {signals.map((signal) => (
            <SignalItem key={signal.id} signal={signal} today={today} />
          ))}
        </ul>
      )}
      {total > signals.length && (
        <p className="pt-2 text-13 text-ink-faint">
          The newest {formatNumber(signals.length)} of {formatNumber(total)}.
        </p>
      )}
    </>
  )
}

const Note = ({ children }: { children: string }) => (
  <p className="max-w-text text-14 text-ink-soft">{children}</p>
)

const Changes = ({
  record,
  changes,
}: {
  record: CompanyView | PersonView
  changes: readonly Change[]
}) => (
  <>
    <ul>
      {changes.map(({ text }) => (
        <li key={text} className="border-b border-line py-2 text-14 last:border-b-0">
          {text}
        </li>
      ))}
    </ul>
    <SourceLine record={record} facts={changes} />
  </>
)
