import type { Criteria } from '../../../../contract/search/criteria.ts'
import { placeValues } from '../../../../contract/search/filter-values.ts'
import type { CompanyView, Place } from '../../../../contract/records/records.ts'
import { distanceKm } from './distance.ts'

/** A place of a company worth showing, and how far it is where distances are measured. */
export type ShownPlace = { place: Place; km: number | undefined; isHq: boolean }

/**
 * The place of a company a search is about: the nearest one when distances are measured, else the first one within the chosen
 * places or countries, headquarters before offices, else the headquarters.
 */
export const shownPlace = (company: CompanyView, criteria: Criteria): ShownPlace | undefined => {
  const { near } = criteria.metadata
  const places = [
    ...(company.hq ? [{ place: company.hq, isHq: true }] : []),
    ...company.locations.map((place) => ({ place, isHq: place.is_hq })),
  ].map(({ place, isHq }) => ({ place, isHq, km: near && distanceKm(near, place) }))
  if (near)
    return places
      .filter(({ km }) => km !== undefined)
      .sort((one, other) => (one.km ?? 0) - (other.km ?? 0))[0]
  const within = (chosen: readonly string[] | undefined) =>
    chosen && places.find(({ place }) => placeValues(place).some((value) => chosen.includes(value)))
  return within(criteria.filters['location']) ?? within(criteria.filters['country']) ?? places[0]
}
