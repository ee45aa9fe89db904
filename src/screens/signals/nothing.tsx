import { useQueries } from '@tanstack/react-query'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { signalFilterOf } from '../../../contract/signals/signal-filters.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/contact.ts'
import { useLive, useStorageTrouble } from '../../shared/offline/device.tsx'
import type { SignalPrefix } from '../../shared/signals/newest-signals.ts'
import { valueWords, withValues } from '../../shared/signals/chosen.ts'
import { categoryNames } from '../../shared/signals/words.ts'
import { useApi } from '../../lib/use-api.ts'
import { keptSignals } from '../../offline/signals.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { keptAt } from './kept.ts'
import { signalsWords } from './over-time.tsx'
import { isNarrowed, type Place } from './place.ts'
import { countQuery } from './queries.ts'
import type { Found } from './use-signals.ts'

/** Why there is nothing to draw, and what to do. */
export const Nothing = ({
  found: { signals, sourced, error, retry },
  prefix,
  place,
  names,
  today,
  onPlace,
}: {
  found: Found
  prefix: SignalPrefix
  place: Place
  names: ReadonlyMap<string, string>
  today: string
  onPlace: (next: Partial<Place>) => void
}) => {
  const offline = useOffline()
  const trouble = useStorageTrouble()
  if (signals === undefined && offline)
    return (
      <EmptyState icon="offline" heading="h2" title="No signals offline yet">
        {trouble === null
          ? 'We’ll load the newest when you’re back online.'
          : 'This device can’t save signals right now.'}
      </EmptyState>
    )
  if (error instanceof ApiProblem && error.status === 404)
    return (
      <EmptyState
        icon="bell"
        heading="h2"
        title="This agent was deleted"
        action={
          <Button onClick={() => onPlace({ ...unnarrowed, page: 0 })}>Show all signals</Button>
        }
      >
        You can still see its signals under all signals.
      </EmptyState>
    )
  if (signals === undefined && error !== null)
    return (
      <ErrorState heading="h2" title="We couldn’t load signals" onRetry={retry}>
        Your agents are still watching. Try again.
      </ErrorState>
    )
  if (signals === undefined) return <Coming />
  if (sourced === false)
    return (
      <EmptyState
        icon="spark"
        heading="h2"
        title={
          place.category === 'intent'
            ? 'No intent feed is connected'
            : `No ${categoryNames[place.category].toLowerCase()} signals yet`
        }
      >
        {place.category === 'intent'
          ? 'Intent shows the topics a company is researching.'
          : 'Signals will appear here once a source is connected.'}
      </EmptyState>
    )
  if (place.page > 0)
    return (
      <EmptyState
        icon="signal"
        heading="h2"
        title="No signals on this page"
        action={<Button onClick={() => onPlace({ page: 0 })}>Go to first page</Button>}
      />
    )
  if (isNarrowed(place)) return <Loosen {...{ prefix, place, names, today, onPlace }} />
  return (
    <EmptyState
      icon="signal"
      heading="h2"
      title="No signals in the last 90 days"
      action={
        <Link href={links.createAgent()} className={buttonClass('primary')}>
          New agent
        </Link>
      }
    >
      Create an agent and we’ll alert you when something happens.
    </EmptyState>
  )
}

/** Each thing one could take away, and what there would be without it: the most first. */
const Loosen = ({
  prefix,
  place,
  names,
  today,
  onPlace,
}: {
  prefix: SignalPrefix
  place: Place
  names: ReadonlyMap<string, string>
  today: string
  onPlace: (next: Partial<Place>) => void
}) => {
  const api = useApi()
  const offline = useOffline()
  const kept = useLive(keptSignals)?.signals ?? []
  const each = waysOut(place, names)
  const ways =
    each.length === 1
      ? each.map((way) => ({ ...way, next: unnarrowed }))
      : [...each, { words: 'any filters', next: unnarrowed }]
  const counts = useQueries({
    queries: ways.map(({ next }) => ({
      ...countQuery(api, prefix, { ...place, ...next }),
      enabled: !offline,
    })),
    combine: (results) => results.map(({ data }) => data),
  })
  const ranked = ways
    .map((way, at) => ({
      ...way,
      count: offline ? keptAt(kept, { ...place, ...way.next }, today).length : counts[at],
    }))
    // What helps nobody is not offered.
    .filter((way) => way.count !== 0 || rank(way) > 0)
    .toSorted((x, y) => rank(x) - rank(y) || (y.count ?? -1) - (x.count ?? -1))
  return (
    <EmptyState
      icon="filter"
      heading="h2"
      title={offline ? 'No offline signals match' : 'No signals match'}
      action={
        <div className="flex w-80 max-w-[calc(100vw-4rem)] flex-col gap-2">
          {ranked.map(({ words, next, count }) => (
            <Button
              key={words}
              className="justify-between!"
              onClick={() => onPlace({ ...next, page: 0 })}
            >
              <span className="min-w-0 truncate">Without {words}</span>
              {count !== undefined && (
                <span className="tabular font-normal text-ink-faint">{signalsWords(count)}</span>
              )}
            </Button>
          ))}
        </div>
      }
    >
      Try removing a filter:
    </EmptyState>
  )
}

/** Taking everything away comes last: it helps always. */
const rank = ({ next }: { next: Partial<Place> }): number => (next === unnarrowed ? 1 : 0)

/** More would not help one to choose. */
const mostWays = 5

const unnarrowed: Partial<Place> = { filters: {}, search: '', agentId: null, runIds: [] }

const waysOut = (
  { filters, search, agentId, runIds }: Place,
  names: ReadonlyMap<string, string>,
): { words: string; next: Partial<Place> }[] =>
  [
    ...(search === '' ? [] : [{ words: `“${search}”`, next: { search: '' } }]),
    ...(agentId === null && runIds.length === 0
      ? []
      : [{ words: 'the agent', next: { agentId: null, runIds: [] } }]),
    ...Object.entries(filters).map(([identifier, values]) => ({
      words: `${signalFilterOf(identifier)?.label ?? identifier}: ${values.map((value) => valueWords(identifier, value, names)).join(', ')}`,
      next: { filters: withValues(filters, identifier, []) },
    })),
  ].slice(0, mostWays)

const Coming = () => (
  <Delayed>
    <div role="status" aria-label="Loading signals" className="flex flex-col gap-3">
      {['a', 'b', 'c', 'd'].map((row) => (
        <Skeleton key={row} className="h-28 w-full rounded-md" />
      ))}
    </div>
  </Delayed>
)
