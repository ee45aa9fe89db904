import { formatCount } from '../../lib/format.ts'
import { routeLength, type Ends } from '../../shared/day-plan/best-order.ts'
import { sayEnd, type DayEnds } from '../../shared/day-plan/ends.ts'
import type { DayStop } from '../../shared/day-plan/read-day.ts'
import { formatDistance } from '../../shared/visits/locations.ts'

/** '8 stops, about 42 km from 6000 to home'. */
export const sayLength = (
  stops: readonly DayStop[],
  route: Ends,
  { start, end }: Pick<DayEnds, 'start' | 'end'>,
): string => {
  const count = formatCount(stops.length, 'stop', 'stops')
  const points = stops.flatMap(({ spot }) => spot ?? [])
  const km = routeLength(points, route)
  const ways = [
    ...(route.start === null ? [] : [sayEnd(start, 'from')]),
    ...(route.end === null ? [] : [sayEnd(end, 'to')]),
  ]
  const unknown = stops.length - points.length
  return [
    km === 0 ? count : [`${count}, ${sayKm(km)}`, ...ways].join(' '),
    ...(unknown === 0 ? [] : [`${unknown} without a known address`]),
  ].join(', ')
}

/** 'about 42 km'. */
export const sayKm = (km: number): string => `about ${formatDistance({ km, approx: false })}`
