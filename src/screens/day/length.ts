import { formatCount } from '../../lib/format.ts'
import { routeLength } from '../../shared/day-plan/best-order.ts'
import { sayEnd } from '../../shared/day-plan/ends.ts'
import type { Day } from '../../shared/day-plan/read-day.ts'
import { formatDistance } from '../../shared/visits/locations.ts'

/** '8 stops, about 42 km from 6000 to home'. */
export const sayLength = ({ stops, route, ends }: Day): string => {
  const count = formatCount(stops.length, 'stop', 'stops')
  const points = stops.flatMap(({ spot }) => spot ?? [])
  const km = routeLength(points, route)
  const ways = [
    ...(route.start === null ? [] : [sayEnd(ends.start, 'from')]),
    ...(route.end === null ? [] : [sayEnd(ends.end, 'to')]),
  ]
  const unknown = stops.length - points.length
  return [
    km === 0 ? count : [`${count}, ${sayKm(km)}`, ...ways].join(' '),
    ...(unknown === 0 ? [] : [`${unknown} without a known address`]),
  ].join(', ')
}

/** 'about 42 km'. */
export const sayKm = (km: number): string => `about ${formatDistance({ km, approx: false })}`
