import { isInCountry, signalHolds, signalMeets } from '../../../contract/signals/signal-filters.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import { withValues } from '../../shared/signals/filter-values.ts'
import { groupByCompany } from './groups.ts'
import { countryOf, namesRecords, typeFilter, type SignalsRoute, type Sort } from './route.ts'

/** The stored signals that a route shows, in its order; `today` is YYYY-MM-DD. */
export const filterCachedSignals = (
  signals: readonly Signal[],
  route: SignalsRoute,
  today: string,
): Signal[] => {
  const { category, filters, search, agentId, runIds, scope, sort } = route
  const country = countryOf(route)
  const lists = filters['lists'] ?? []
  const found = signals.filter(
    (signal) =>
      signal.category === category &&
      (country === null || isInCountry(signal, country)) &&
      signalMeets(filters, signal, today) &&
      signalHolds(search, signal) &&
      (lists.length === 0 || signal.listIds.some((id) => lists.includes(id))) &&
      (agentId === null || signal.agentIds.includes(agentId)) &&
      (runIds.length === 0 || (signal.runId !== null && runIds.includes(signal.runId))),
  )
  // The device knows the lists but not the fits: without lists it shows all.
  const listed =
    scope === 'forYou' && !namesRecords(route)
      ? found.filter(({ listIds }) => listIds.length > 0)
      : []
  const ordered = (listed.length > 0 ? listed : found).toSorted(orders[sort])
  return sort === 'newest' ? groupByCompany(ordered).flatMap((group) => group.signals) : ordered
}

/** Counts of the stored signals by type, ignoring the type filter. */
export const countCachedTypes = (
  signals: readonly Signal[],
  route: SignalsRoute,
  today: string,
): { slug: string; count: number }[] => {
  const anyType = withValues(route.filters, typeFilter(route.category) ?? '', [])
  const counts = new Map<string, number>()
  for (const { slug } of filterCachedSignals(signals, { ...route, filters: anyType }, today))
    counts.set(slug, (counts.get(slug) ?? 0) + 1)
  return [...counts].map(([slug, count]) => ({ slug, count }))
}

type Order = (x: Signal, y: Signal) => number

const newest: Order = (x, y) =>
  y.event_date.localeCompare(x.event_date) || y.confidence - x.confidence
const orders: Record<Sort, Order> = {
  newest,
  oldest: (x, y) => x.event_date.localeCompare(y.event_date),
  found: (x, y) => y.detected_at.localeCompare(x.detected_at),
  confidence: (x, y) => y.confidence - x.confidence || newest(x, y),
  surge: (x, y) => (y.surge_rating ?? 0) - (x.surge_rating ?? 0) || newest(x, y),
}
