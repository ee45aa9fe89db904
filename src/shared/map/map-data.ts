import type { Category } from '../../../contract/records/records.ts'
import type { OnMap } from '../../../contract/search/search.ts'
import { haversine, kmOf, type Point } from '../../../contract/search/distance.ts'
import { formatCount, formatNumber, formatRecords, nounOf } from '../../lib/format.ts'
import { roundPosition } from '../position/position.ts'

/** `order` and `category`: of a stop of a plan. */
export type Placed = OnMap & { order?: number; category?: Category }

/** `total`: all records of the list or search; `read`: the first of them, whose positions were looked up. */
export type FoundOnMap = { points: readonly Placed[]; read: number; total: number }

export type Bounds = { south: number; west: number; north: number; east: number }

/** A circle, as a search around a point takes it. */
export type Area = Point & { withinKm: number }

/** What is on the map: records of a category, or the stops of a plan. */
export type Shown = Category | 'stops'

export const sayAll = (shown: Shown): string => (shown === 'stops' ? shown : nounOf(shown, 2))

const maxAreaKm = 100

/** What all points fit into; null without points. */
export const boundsOf = (points: readonly Point[]): Bounds | null =>
  points.reduce<Bounds | null>(
    (bounds, { lat, lng }) => ({
      south: Math.min(bounds?.south ?? lat, lat),
      west: Math.min(bounds?.west ?? lng, lng),
      north: Math.max(bounds?.north ?? lat, lat),
      east: Math.max(bounds?.east ?? lng, lng),
    }),
    null,
  )

/** The largest circle in the view, in whole kilometres and around a point rounded to about 1 km; null where it is larger than a search may be. */
export const areaOf = ({ south, west, north, east }: Bounds): Area | null => {
  const middle = { lat: (south + north) / 2, lng: (west + east) / 2 }
  const up = kmOf(haversine(middle, north, middle.lng))
  const across = kmOf(haversine(middle, middle.lat, east))
  const withinKm = Math.max(1, Math.floor(Math.min(up, across)))
  return withinKm > maxAreaKm ? null : { ...roundPosition(middle), withinKm }
}

const kmPerDegree = (6371 * Math.PI) / 180

export const edgeOf = ({ lat, lng, withinKm }: Area): Point[] =>
  Array.from({ length: 65 }, (_, at) => {
    const angle = (at / 64) * 2 * Math.PI
    const radius = withinKm / kmPerDegree
    return {
      lat: lat + radius * Math.sin(angle),
      lng: lng + (radius * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180),
    }
  })

/** GeoJSON. */
export const featuresOf = (points: readonly Placed[]) => ({
  type: 'FeatureCollection' as const,
  features: points.map(({ id, lat, lng, order = 0 }) => ({
    type: 'Feature' as const,
    properties: { id, order },
    geometry: { type: 'Point' as const, coordinates: [lng, lat] },
  })),
})

/** 'The map shows the first 1,000 of 8,412. 3 have no known position.' */
export const sayShown = (shown: Shown, { points, read, total }: FoundOnMap): string => {
  const unplaced = read - points.length
  return [
    read < total
      ? `The map shows the first ${formatNumber(read)} of ${formatNumber(total)}.`
      : `${shown === 'stops' ? formatCount(points.length, 'stop', 'stops') : formatRecords(points.length, shown)} on the map.`,
    ...(unplaced === 0
      ? []
      : [`${formatNumber(unplaced)} ${unplaced === 1 ? 'has' : 'have'} no known position.`]),
  ].join(' ')
}
