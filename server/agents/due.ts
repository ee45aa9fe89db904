import type { AgentFields, QuietHours } from '../../contract/signals/agents.ts'
import { dayAfter, isMonday, localOf, momentOf } from './time.ts'

/** How an agent tells. */
export type Telling = Pick<AgentFields, 'cadence' | 'quiet' | 'mostADay'>

/** What has been found and not told, and how often the agent has told on a day there. */
export type Waiting = { since: Date; toldOn: (day: string) => number }

/** When daily and weekly agents tell: half past seven (product 2.7). */
const telling = 7 * 60 + 30

/**
 * When an agent tells of what it has found: `now` itself, or a later moment at which to ask again. A daily or weekly one tells once its
 * time has come round since the first of it was found, also where nobody was there to do it at that time; no agent tells while it is quiet
 * or more often than its owner wants to hear of it on one day.
 */
export const whenToTell = (agent: Telling, waiting: Waiting, now: Date, zone: string): Date => {
  const here = localOf(now, zone)
  if (agent.cadence !== 'instant') {
    const round = nextRound(agent.cadence, waiting.since, zone)
    if (round > now) return round
  }
  if (waiting.toldOn(here.day) >= agent.mostADay)
    return momentOf({ day: dayAfter(here.day), minute: 0 }, zone)
  return quietUntil(agent.quiet, now, zone) ?? now
}

/**
 * How often an agent would have told, up to `until`, of things found at these moments, in any order, and on how many days something had
 * to wait because it had told as often as it may: the same rules, followed from one to the next.
 */
export const ringsOver = (
  agent: Telling,
  moments: readonly Date[],
  until: Date,
  zone: string,
): { rings: number; fullDays: number } => {
  const found = moments.toSorted((x, y) => x.getTime() - y.getTime())
  const told = new Map<string, number>()
  const full = new Set<string>()
  const toldOn = (day: string): number => told.get(day) ?? 0
  let rings = 0
  let next = 0
  for (;;) {
    const since = found[next]
    if (since === undefined) break
    let now = since
    while (now <= until) {
      const { day } = localOf(now, zone)
      // Others tell once a day at most.
      if (agent.cadence === 'instant' && toldOn(day) >= agent.mostADay) full.add(day)
      const when = whenToTell(agent, { since, toldOn }, now, zone)
      if (when <= now) break
      now = when
    }
    if (now > until) break
    const { day } = localOf(now, zone)
    told.set(day, toldOn(day) + 1)
    rings++
    for (let later = found[next]; later !== undefined && later <= now; later = found[next]) next++
  }
  return { rings, fullDays: full.size }
}

/** The first time a round begins at a moment or after it. */
const nextRound = (cadence: 'daily' | 'weekly', from: Date, zone: string): Date => {
  for (let { day } = localOf(from, zone); ; day = dayAfter(day)) {
    if (cadence === 'weekly' && !isMonday(day)) continue
    const at = momentOf({ day, minute: telling }, zone)
    if (at >= from) return at
  }
}

/** When it is no longer quiet; null where it is not. */
const quietUntil = (quiet: QuietHours | null, now: Date, zone: string): Date | null => {
  if (quiet === null) return null
  const { from, until } = quiet
  const { day, minute } = localOf(now, zone)
  const isQuiet =
    from <= until ? minute >= from && minute < until : minute >= from || minute < until
  if (!isQuiet) return null
  const end = momentOf({ day: minute < until ? day : dayAfter(day), minute: until }, zone)
  // Put back by an hour, clocks show the end of a quiet hour twice: it ends the first time.
  return end > now ? end : null
}
