import { useQuery } from '@tanstack/react-query'
import { localDayOf } from '../../../../contract/core/days.ts'
import { links, recordLink } from '../../../../contract/links.ts'
import { isInCountry } from '../../../../contract/signals/signal-filters.ts'
import type { Signal } from '../../../../contract/signals/signals.ts'
import { useCountry } from '../../../lib/ui-state.ts'
import { useApi } from '../../../lib/use-api.ts'
import { readSignals } from '../../../offline/signals.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { categoryIcons, formatDaysAgo, typeName } from '../../../shared/signals/copy.ts'
import { useSignalPrefix, type SignalPrefix } from '../../../shared/signals/newest-signals.ts'
import { AsOf, useMinute } from '../../../ui/as-of.tsx'
import { newestOfEach, signalsForYouQuery } from './queries.ts'
import { Aside, Row, Rows } from './row.tsx'

/** The newest signals of the chosen country in the user's lists and at good fits, or all where there are neither. */
export const SignalsForYou = () => {
  const prefix = useSignalPrefix()
  return prefix ? <Newest prefix={prefix} /> : null
}

const Newest = ({ prefix }: { prefix: SignalPrefix }) => {
  const country = useCountry()
  const today = localDayOf(useMinute())
  const { data } = useQuery(signalsForYouQuery(useApi(), prefix, country))
  const stored = useLive(readSignals)
  const cached = stored?.signals
  const onDevice = cached?.filter((signal) => !signal.dismissed && isInCountry(signal, country))
  const inLists = onDevice?.filter(({ listIds }) => listIds.length > 0) ?? []
  const dismissed = new Set(cached?.filter((signal) => signal.dismissed).map(({ id }) => id))
  const signals =
    data?.signals.filter(({ id }) => !dismissed.has(id)) ??
    newestOfEach(inLists.length > 0 ? inLists : (onDevice ?? []))
  if (signals.length === 0) return null
  return (
    <Rows
      title={(data?.forYou ?? inLists.length > 0) ? 'Signals for you' : 'Newest signals'}
      aside={<Aside href={links.signals()}>All signals</Aside>}
      note={
        data === undefined &&
        stored?.asOf != null && (
          <>
            Saved on this device, <AsOf at={stored.asOf} />.
          </>
        )
      }
    >
      {signals.map((signal) => (
        <Row
          key={signal.id}
          href={subjectLink(signal)}
          icon={categoryIcons[signal.category]}
          title={signal.title}
          note={`${typeName(signal.slug)}. ${signal.why_now}`}
        >
          <span className="tabular shrink-0 text-13 text-ink-faint">
            {formatDaysAgo(signal.event_date, today)}
          </span>
        </Row>
      ))}
    </Rows>
  )
}

const subjectLink = ({ company, person, category }: Signal): string =>
  company !== null
    ? recordLink('company', company.id)
    : person !== null
      ? recordLink('people', person.id)
      : `${links.signals()}?category=${category}`
