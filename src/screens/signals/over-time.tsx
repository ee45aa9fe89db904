import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Signal } from '../../../contract/signals/signals.ts'
import { daysOf } from '../../../contract/signals/signal-filters.ts'
import { formatCount, formatDay, formatNumber } from '../../lib/format.ts'
import { typeName } from '../../shared/signals/copy.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLayout } from '../../lib/use-media.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { toggleValue, withValues } from '../../shared/signals/filter-values.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { useOffline } from '../../lib/connectivity.ts'
import { readSignals } from '../../offline/signals.ts'
import { countCachedTypes } from './cached-signals.ts'
import { barsOf, rangeValue, spanOf, type Bar } from './bars.ts'
import { Brush } from './brush.tsx'
import { typeFilter, type SignalsRoute } from './route.ts'
import { overTimeQuery } from './queries.ts'

/** Signals over the last 90 days and by type; a press on either filters the list below. The device has too few for a chart. */
export const OverTime = ({
  route,
  today,
  onFilters,
}: {
  route: SignalsRoute
  today: string
  onFilters: (filters: SignalsRoute['filters']) => void
}) => {
  const offline = useOffline()
  const query = useQuery(overTimeQuery(useApi(), route))
  const { data: served, isError } = query
  const cached = useLive(readSignals)?.signals
  // The server's answer to the same query stays, as the list does.
  const alone = offline && (served === undefined || query.isPlaceholderData)
  const cachedTypes = useMemo(
    () => (alone && cached ? countCachedTypes(cached.filter(isThere), route, today) : undefined),
    [alone, cached, route, today],
  )
  const data = alone ? undefined : served
  const isPhone = useLayout() === 'phone'
  const each = isPhone ? 7 : 1
  const bars = useMemo(() => data && barsOf(data.days, today, each), [data, today, each])
  const [asTable, setAsTable] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const { filters } = route
  const chosen = chosenDays(filters, today)
  // On a phone the signals come first.
  const isShown = !isPhone || isOpen || chosen !== undefined
  const choose = (value: string | null): void =>
    onFilters(
      // `when` and `event_date` exclude each other.
      withValues(withValues(filters, 'when', []), 'event_date', value === null ? [] : [value]),
    )
  const total = bars?.reduce((sum, { count }) => sum + count, 0) ?? 0
  if (cachedTypes !== undefined)
    return cachedTypes.length === 0 ? null : (
      <section aria-label="Types of signals on this device">
        <Types route={route} types={cachedTypes} onFilters={onFilters} />
      </section>
    )
  if (data === undefined ? isError : total === 0) return null
  return (
    <section aria-label="Signals over time" className="rounded-md border border-line bg-card p-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-14 font-semibold">The last 90 days</h2>
        {isShown ? (
          <Button size="sm" variant="quiet" className="-my-2" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'As a chart' : 'As a table'}
          </Button>
        ) : (
          <Button size="sm" variant="quiet" className="-my-2" onClick={() => setIsOpen(true)}>
            Show chart
          </Button>
        )}
      </div>
      {!isShown ? null : bars === undefined ? (
        <div className="h-33" />
      ) : asTable ? (
        <DaysTable bars={bars} onDay={(at) => choose(rangeValue(bars, [at, at]))} />
      ) : (
        <Brush
          bars={bars}
          span={spanOf(bars, chosen && `${chosen.from}..${chosen.to}`)}
          chosen={
            chosen && {
              ...chosen,
              // A bar may include days outside the range: count only the selected ones.
              count: (data?.days ?? [])
                .filter(({ day }) => day >= chosen.from && day <= chosen.to)
                .reduce((sum, { count }) => sum + count, 0),
            }
          }
          onSpan={(span) => choose(span === null ? null : rangeValue(bars, span))}
        />
      )}
      <Types route={route} types={data?.types ?? []} onFilters={onFilters} />
    </section>
  )
}

/** The first and last selected day, by a range or as the last days; undefined where all are selected. */
const chosenDays = (
  filters: SignalsRoute['filters'],
  today: string,
): { from: string; to: string } | undefined => {
  if (filters['event_date'] === undefined && filters['when'] === undefined) return undefined
  const { from, to } = daysOf(filters, today)
  const first = daysOf({}, today).from ?? today
  const days = { from: from ?? first, to: to ?? today }
  return days.from <= first && days.to >= today ? undefined : days
}

const isThere = ({ dismissed }: Signal): boolean => !dismissed

const Types = ({
  route: { category, filters },
  types,
  onFilters,
}: {
  route: SignalsRoute
  types: readonly { slug: string; count: number }[]
  onFilters: (filters: SignalsRoute['filters']) => void
}) => {
  const identifier = typeFilter(category)
  const layout = useLayout()
  const [all, setAll] = useState(false)
  if (identifier === null || types.length === 0) return null
  const chosen = filters[identifier] ?? []
  const ranked = types.toSorted((x, y) => y.count - x.count)
  // On a phone all types are in one scrolling row.
  const rest = layout === 'phone' || all ? 0 : ranked.length - few
  return (
    <ul
      aria-label="Types"
      className="-mx-4 flex gap-1.5 overflow-x-auto px-4 py-1 scroll-quiet sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {ranked
        .filter(({ slug }, at) => rest <= 0 || at < few || chosen.includes(slug))
        .map(({ slug, count }) => (
          <li key={slug} className="shrink-0">
            <button
              type="button"
              aria-pressed={chosen.includes(slug)}
              onClick={() => onFilters(withValues(filters, identifier, toggleValue(chosen, slug)))}
              className={cx(
                'inline-flex h-control items-center gap-1.5 rounded-full border px-3 text-13 font-medium whitespace-nowrap transition-colors pointer-fine:h-8',
                chosen.includes(slug)
                  ? 'border-transparent bg-accent-soft text-accent-strong'
                  : 'border-line text-ink-soft hover:border-line-strong',
              )}
            >
              {typeName(slug)}
              <span className="tabular font-normal opacity-80">{formatNumber(count)}</span>
            </button>
          </li>
        ))}
      {rest > 0 && (
        <li>
          <Button size="sm" variant="quiet" onClick={() => setAll(true)}>
            {formatNumber(rest)} more types
          </Button>
        </li>
      )}
    </ul>
  )
}

/** About one row of types on a desktop. */
const few = 4

const DaysTable = ({ bars, onDay }: { bars: readonly Bar[]; onDay: (at: number) => void }) => (
  <div
    role="region"
    aria-label="Signals by day"
    className="mt-2 max-h-64 overflow-y-auto scroll-quiet"
  >
    <table className="tabular w-full text-13">
      <thead>
        <tr className="text-left text-ink-faint">
          <th scope="col" className="py-1 font-medium">
            When
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            Signals
          </th>
        </tr>
      </thead>
      <tbody>
        {bars
          .map((bar, at) => ({ ...bar, at }))
          .filter(({ count }) => count > 0)
          .toReversed()
          .map(({ at, count, ...days }) => (
            <tr key={at} className="border-t border-line">
              <th scope="row" className="text-left font-normal">
                <button
                  type="button"
                  className="min-h-control text-left hover:underline pointer-fine:min-h-8"
                  onClick={() => onDay(at)}
                >
                  {formatBarDays(days)}
                </button>
              </th>
              <td className="text-right font-medium">{formatNumber(count)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  </div>
)

/** '3 Mar 2026', or the days of a week or a range. */
export const formatBarDays = ({ from, to }: Pick<Bar, 'from' | 'to'>): string =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`

export const formatSignalCount = (count: number): string => formatCount(count, 'signal', 'signals')
