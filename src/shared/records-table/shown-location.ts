import type { Criteria } from '../../../contract/search/criteria.ts'
import { locationValues } from '../../../contract/search/filter-values.ts'
import type { CompanyView, PostalAddress } from '../../../contract/records/records.ts'
import { distanceKm } from './distance.ts'

export type ShownLocation = { location: PostalAddress; km: number | undefined; isHq: boolean }

/** Picks the nearest where distances are known, otherwise the first in the chosen locations or countries, headquarters before offices. */
export const pickLocation = (
  company: CompanyView,
  criteria: Criteria,
): ShownLocation | undefined => {
  const { near } = criteria.metadata
  const locations = [
    ...(company.hq ? [{ location: company.hq, isHq: true }] : []),
    ...company.locations.map((location) => ({ location, isHq: location.is_hq })),
  ].map(({ location, isHq }) => ({ location, isHq, km: near && distanceKm(near, location) }))
  if (near)
    return locations
      .filter(({ km }) => km !== undefined)
      .sort((candidate, other) => (candidate.km ?? 0) - (other.km ?? 0))[0]
  const within = (chosen: readonly string[] | undefined) =>
    chosen &&
    locations.find(({ location }) =>
      locationValues(location).some((value) => chosen.includes(value)),
    )
  return within(criteria.filters['location']) ?? within(criteria.filters['country']) ?? locations[0]
}
