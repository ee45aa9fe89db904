import type { PostalAddress, RecordView } from '../../../contract/records/records.ts'
import { locationValues } from '../../../contract/search/filter-values.ts'
import { formatNumber } from '../../lib/format.ts'
import { haversine } from '../../../contract/search/distance.ts'
import type { Distance, LatLng } from '../../offline/pin-search.ts'

export type Spot = { lat: number; lng: number; location: PostalAddress }

/** Where a record is: a company's head office, then the others. A person has one location. */
export const officesOf = (view: RecordView): PostalAddress[] =>
  'position' in view
    ? view.location
      ? [view.location]
      : []
    : [...(view.hq ? [view.hq] : []), ...view.locations]

/** Its offices in `region` (locations as a filter names them), or all of them where none is there. */
export const spotsIn = (view: RecordView, region: readonly string[]): Spot[] => {
  const spots = officesOf(view).flatMap((location): Spot[] =>
    location.lat === undefined || location.lng === undefined
      ? []
      : [{ lat: location.lat, lng: location.lng, location }],
  )
  const inside = spots.filter(({ location }) =>
    locationValues(location).some((value) => region.includes(value)),
  )
  return inside.length > 0 ? inside : spots
}

/** The office to visit: of those in `region` the nearest to `origin`, without an origin the first. */
export const spotOf = (
  view: RecordView,
  origin: LatLng | null,
  region: readonly string[] = [],
): Spot | null => {
  const spots = spotsIn(view, region)
  if (origin === null) return spots[0] ?? null
  return spots.reduce<Spot | null>(
    (best, spot) =>
      best === null || haversine(origin, spot.lat, spot.lng) < haversine(origin, best.lat, best.lng)
        ? spot
        : best,
    null,
  )
}

/** 'Perth WA'; empty where unknown. */
export const townOf = (location: PostalAddress | undefined): string =>
  [location?.suburb ?? location?.city, location?.state]
    .filter((part, at, all) => part !== undefined && part !== all[at - 1])
    .join(' ')

/** '850 m', '3.4 km', '120 km', with 'approx.' where only the middle of the postcode is known. */
export const formatDistance = ({ km, approx }: Distance): string => {
  const figure =
    km < 0.95
      ? `${Math.max(50, Math.round(km * 20) * 50)} m`
      : km < 9.95
        ? `${km.toFixed(1)} km`
        : `${formatNumber(Math.round(km))} km`
  return approx ? `approx. ${figure}` : figure
}
