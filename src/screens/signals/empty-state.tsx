import { useQueries } from '@tanstack/react-query'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { signalFilterOf } from '../../../contract/signals/signal-filters.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useLive, useStorageError } from '../../shared/offline/device.tsx'
import type { SignalPrefix } from '../../shared/signals/newest-signals.ts'
import { formatFilterValue, withValues } from '../../shared/signals/filter-values.ts'
import { categoryNames } from '../../shared/signals/copy.ts'
import { useApi } from '../../lib/use-api.ts'
import { readSignals } from '../../offline/signals.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { filterCachedSignals } from './cached-signals.ts'
import { formatSignalCount } from './over-time.tsx'
import { isNarrowed, type SignalsRoute } from './route.ts'
import { countQuery } from './queries.ts'
import type { Found } from './use-signals.ts'

type Props = {
  prefix: SignalPrefix
  route: SignalsRoute
  names: ReadonlyMap<string, string>
  today: string
  onRouteChange: (next: Partial<SignalsRoute>) => void
}

export const SignalsEmptyState = ({
  found: { signals, sourced, forYou, error, retry },
  prefix,
  route,
  names,
  today,
  onRouteChange,
}: Props & { found: Found }) => {
  const offline = useOffline()
  const trouble = useStorageError()
  if (signals === undefined && offline)
    return (
      <EmptyState drawing="offline" heading="h2" title="No signals offline yet">
        {trouble === null
          ? 'We’ll load the newest when you’re back online.'
          : 'This device can’t save signals right now.'}
      </EmptyState>
    )
  if (error instanceof ApiProblem && error.status === 404)
    return (
      <EmptyState
        drawing="search"
        heading="h2"
        title="This agent was deleted"
        action={
          <Button onClick={() => onRouteChange({ ...unnarrowed, page: 0 })}>
            Show all signals
          </Button>
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
        drawing="blank"
        heading="h2"
        title={
          route.category === 'intent'
            ? 'No intent feed is connected'
            : `No ${categoryNames[route.category].toLowerCase()} signals yet`
        }
      >
        {route.category === 'intent'
          ? 'Intent shows the topics a company is researching.'
          : 'Signals will appear here once a source is connected.'}
      </EmptyState>
    )
  if (route.page > 0)
    return (
      <EmptyState
        drawing="blank"
        heading="h2"
        title="No signals on this page"
        action={<Button onClick={() => onRouteChange({ page: 0 })}>Go to first page</Button>}
      />
    )
  if (isNarrowed(route))
    return <FilterSuggestions {...{ forYou, prefix, route, names, today, onRouteChange }} />
  if (forYou === true)
    return (
      <EmptyState
        drawing="blank"
        heading="h2"
        title="No signals for you in the last 90 days"
        action={<Button onClick={() => onRouteChange({ scope: 'all' })}>Show all signals</Button>}
      >
        You’ll see what happens at companies in your lists and at good fits here.
      </EmptyState>
    )
  return (
    <EmptyState
      drawing="blank"
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

/** Suggests filters to remove, with the number of signals without each: the highest first. */
const FilterSuggestions = ({
  forYou,
  prefix,
  route,
  names,
  today,
  onRouteChange,
}: Props & { forYou: boolean | undefined }) => {
  const api = useApi()
  const offline = useOffline()
  const cached = useLive(readSignals)?.signals ?? []
  const each = listRemovals(route, names, forYou === true)
  const ways =
    each.length === 1
      ? each.map((way) => ({ ...way, next: unnarrowed }))
      : [...each, { label: 'any filters', next: unnarrowed }]
  const counts = useQueries({
    queries: ways.map(({ next }) => ({
      ...countQuery(api, prefix, { ...route, ...next }),
      enabled: !offline,
    })),
    combine: (results) => results.map(({ data }) => data),
  })
  const ranked = ways
    .map((way, at) => ({
      ...way,
      count: offline
        ? filterCachedSignals(cached, { ...route, ...way.next }, today).length
        : counts[at],
    }))
    // A suggestion without results does not help.
    .filter((way) => way.count !== 0 || rank(way) > 0)
    .toSorted((x, y) => rank(x) - rank(y) || (y.count ?? -1) - (x.count ?? -1))
  return (
    <EmptyState
      drawing="search"
      heading="h2"
      title={offline ? 'No offline signals match' : 'No signals match'}
      action={
        <div className="flex w-80 max-w-[calc(100vw-4rem)] flex-col gap-2">
          {ranked.map(({ label, next, count }) => (
            <Button
              key={label}
              className="justify-between!"
              onClick={() => onRouteChange({ ...next, page: 0 })}
            >
              <span className="min-w-0 truncate">Without {label}</span>
              {count !== undefined && (
                <span className="tabular font-normal text-ink-faint">
                  {formatSignalCount(count)}
                </span>
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

/** Removing everything comes last, because it always helps. */
const rank = ({ next }: { next: Partial<SignalsRoute> }): number => (next === unnarrowed ? 1 : 0)

const maxSuggestions = 5

const unnarrowed: Partial<SignalsRoute> = { filters: {}, search: '', agentId: null, runIds: [] }

const listRemovals = (
  { filters, search, agentId, runIds }: SignalsRoute,
  names: ReadonlyMap<string, string>,
  forYou: boolean,
): { label: string; next: Partial<SignalsRoute> }[] =>
  [
    ...(search === '' ? [] : [{ label: `“${search}”`, next: { search: '' } }]),
    ...(!forYou ? [] : [{ label: '“For you”', next: { scope: 'all' as const } }]),
    ...(agentId === null && runIds.length === 0
      ? []
      : [{ label: 'the agent', next: { agentId: null, runIds: [] } }]),
    ...Object.entries(filters).map(([identifier, values]) => ({
      label: `${signalFilterOf(identifier)?.label ?? identifier}: ${values.map((value) => formatFilterValue(identifier, value, names)).join(', ')}`,
      next: { filters: withValues(filters, identifier, []) },
    })),
  ].slice(0, maxSuggestions)

const Coming = () => (
  <Delayed>
    <div role="status" aria-label="Loading signals" className="flex flex-col gap-3">
      {['a', 'b', 'c', 'd'].map((row) => (
        <Skeleton key={row} className="h-28 w-full rounded-md" />
      ))}
    </div>
  </Delayed>
)
