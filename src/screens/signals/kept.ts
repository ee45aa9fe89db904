import { signalHolds, signalMeets } from '../../../contract/signals/signal-filters.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import { withValues } from '../../shared/signals/chosen.ts'
import { typeFilter, type Place, type Sort } from './place.ts'

/** Of the signals on this device those a place shows, in its order; `today` is YYYY-MM-DD. */
export const keptAt = (signals: readonly Signal[], place: Place, today: string): Signal[] => {
  const { category, filters, search, agentId, runIds, sort } = place
  const lists = filters['lists'] ?? []
  return signals
    .filter(
      (signal) =>
        signal.category === category &&
        signalMeets(filters, signal, today) &&
        signalHolds(search, signal) &&
        (lists.length === 0 || signal.listIds.some((id) => lists.includes(id))) &&
        (agentId === null || signal.agentIds.includes(agentId)) &&
        (runIds.length === 0 || (signal.runId !== null && runIds.includes(signal.runId))),
    )
    .toSorted(orders[sort])
}

/** When the signals of a place on this device were, whatever days are chosen, and of which types, whichever are. */
export const keptOverTime = (
  signals: readonly Signal[],
  place: Place,
  today: string,
): { days: { day: string; count: number }[]; types: { slug: string; count: number }[] } => {
  const { event_date: _, when: __, ...anyDay } = place.filters
  const anyType = withValues(place.filters, typeFilter(place.category) ?? '', [])
  const days = keptAt(signals, { ...place, filters: anyDay }, today)
  const types = keptAt(signals, { ...place, filters: anyType }, today)
  return {
    days: counted(days.map(({ event_date: day }) => day)).map(([day, count]) => ({ day, count })),
    types: counted(types.map(({ slug }) => slug)).map(([slug, count]) => ({ slug, count })),
  }
}

const counted = (values: readonly string[]): [string, number][] => [
  ...values.reduce(
    (counts, value) => counts.set(value, (counts.get(value) ?? 0) + 1),
    new Map<string, number>(),
  ),
]

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
