import type { AgentFields, QuietHours } from '../../contract/signals/agents.ts'
import { isMonday, localOf, momentOfLocal } from './time.ts'
import { addDays } from '../../contract/core/days.ts'

export type DeliverySettings = Pick<AgentFields, 'cadence' | 'quiet' | 'mostADay'>

export type Waiting = { since: Date; deliveriesOn: (day: string) => number }

/** Daily and weekly agents notify at 7:30 (product 2.7). */
const roundMinute = 7 * 60 + 30

/**
 * `now`, or a later moment to check again. A daily or weekly agent notifies once its time has passed since its first waiting
 * signal, even if the server was down then.
 */
export const findDeliveryTime = (
  agent: DeliverySettings,
  waiting: Waiting,
  now: Date,
  zone: string,
): Date => {
  const local = localOf(now, zone)
  if (agent.cadence !== 'instant') {
    const round = nextRound(agent.cadence, waiting.since, zone)
    if (round > now) return round
  }
  if (waiting.deliveriesOn(local.day) >= agent.mostADay)
    return momentOfLocal({ day: addDays(local.day, 1), minute: 0 }, zone)
  return quietUntil(agent.quiet, now, zone) ?? now
}

export const simulateDeliveries = (
  agent: DeliverySettings,
  moments: readonly Date[],
  until: Date,
  zone: string,
): { deliveries: number; fullDays: number } => {
  const found = moments.toSorted((x, y) => x.getTime() - y.getTime())
  const deliveriesByDay = new Map<string, number>()
  const full = new Set<string>()
  const deliveriesOn = (day: string): number => deliveriesByDay.get(day) ?? 0
  let deliveries = 0
  let next = 0
  for (;;) {
    const since = found[next]
    if (since === undefined) break
    let now = since
    while (now <= until) {
      const { day } = localOf(now, zone)
      if (agent.cadence === 'instant' && deliveriesOn(day) >= agent.mostADay) full.add(day)
      const when = findDeliveryTime(agent, { since, deliveriesOn }, now, zone)
      if (when <= now) break
      now = when
    }
    if (now > until) break
    const { day } = localOf(now, zone)
    deliveriesByDay.set(day, deliveriesOn(day) + 1)
    deliveries++
    for (let later = found[next]; later !== undefined && later <= now; later = found[next]) next++
  }
  return { deliveries, fullDays: full.size }
}

const nextRound = (cadence: 'daily' | 'weekly', from: Date, zone: string): Date => {
  for (let { day } = localOf(from, zone); ; day = addDays(day, 1)) {
    if (cadence === 'weekly' && !isMonday(day)) continue
    const at = momentOfLocal({ day, minute: roundMinute }, zone)
    if (at >= from) return at
  }
}

const quietUntil = (quiet: QuietHours | null, now: Date, zone: string): Date | null => {
  if (quiet === null) return null
  const { from, until } = quiet
  const { day, minute } = localOf(now, zone)
  const isQuiet =
    from <= until ? minute >= from && minute < until : minute >= from || minute < until
  if (!isQuiet) return null
  const end = momentOfLocal({ day: minute < until ? day : addDays(day, 1), minute: until }, zone)
  // When clocks go back, the end of quiet hours occurs twice: the first one counts.
  return end > now ? end : null
}
