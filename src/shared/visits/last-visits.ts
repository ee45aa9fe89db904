import { useMemo } from 'react'
import { localDayOf } from '../../../contract/core/days.ts'
import type { Activity } from '../../../contract/saved-work/activities.ts'
import { outcomeLabels } from '../../../contract/saved-work/outcome-labels.ts'
import { formatDay } from '../../lib/format.ts'
import { visitsSince } from '../../offline/live.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { useLive } from '../offline/device.tsx'

/** The latest visit of each record, of every member; without records that were not visited lately. */
export type LastVisits = ReadonlyMap<string, Activity>

/** For how many days a record counts as visited: today and those before. */
export const visitedDays = 30

export const visitsFrom = (now: number): string => {
  const day = new Date(now)
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - visitedDays + 1)
  return day.toISOString()
}

/** The last visits this device knows, with those that are not synced; undefined while they load. */
export const useLastVisits = (): LastVisits | undefined => {
  const since = visitsFrom(useMinute())
  const visits = useLive((device) => visitsSince(device, since), [since])
  // The latest comes first, and the last of a map's entries wins.
  return useMemo(
    () => visits && new Map(visits.toReversed().map(({ value }) => [value.recordId, value])),
    [visits],
  )
}

/** 'Visited today · Met', 'Colleague visited 3 Mar 2026 · Call back'. `now` in ms since 1970. */
export const visitLabel = ({ at, outcome, isAuthor }: Activity, now: number): string => {
  const day = localDayOf(Date.parse(at))
  const when = day === localDayOf(now) ? 'today' : formatDay(day)
  const visited = `${isAuthor ? 'Visited' : 'Colleague visited'} ${when}`
  return outcome === null ? visited : `${visited} · ${outcomeLabels[outcome]}`
}
