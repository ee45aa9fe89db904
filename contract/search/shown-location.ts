import type { Criteria } from './criteria.ts'
import { locationValues } from './filter-values.ts'
import { nearestHaversine, type Point } from './distance.ts'
import type { Company, PostalAddress } from '../records/records.ts'

export type ShownLocation = { location: PostalAddress; isHq: boolean }

/**
 * The nearest office in a search near a point. Otherwise the first in the chosen locations, the nearest to the `centres` of widened ones, or the first
 * in the chosen countries, headquarters before offices.
 */
export const pickLocation = (
  company: Pick<Company, 'hq' | 'locations'>,
  criteria: Criteria,
  centres: readonly Point[] = [],
): ShownLocation | undefined => {
  const { near } = criteria.metadata
  const locations: ShownLocation[] = [
    ...(company.hq ? [{ location: company.hq, isHq: true }] : []),
    ...company.locations.map((location) => ({ location, isHq: location.is_hq })),
  ]
  const within = (chosen: readonly string[] | undefined) =>
    chosen &&
    locations.find(({ location }) =>
      locationValues(location).some((value) => chosen.includes(value)),
    )
  const closest = (points: readonly Point[]): ShownLocation | undefined => {
    const farOf = ({ location: { lat, lng } }: ShownLocation): number =>
      lat === undefined || lng === undefined
        ? Infinity
        : (nearestHaversine({ lat, lng }, points) ?? Infinity)
    const [best] = locations.toSorted((a, b) => farOf(a) - farOf(b))
    return best && farOf(best) < Infinity ? best : undefined
  }
  if (near) return closest([near])
  return (
    within(criteria.filters['location']) ??
    closest(centres) ??
    within(criteria.filters['country']) ??
    locations[0]
  )
}
