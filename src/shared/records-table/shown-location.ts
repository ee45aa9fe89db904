import type { RecordView } from '../../../contract/records/records.ts'
import type { Criteria } from '../../../contract/search/criteria.ts'
import { haversine, kmOf } from '../../../contract/search/distance.ts'
import { pickLocation } from '../../../contract/search/shown-location.ts'

/** How far the record is from the point that the search is near: '12 km'. */
export const formatFar = (record: RecordView, criteria: Criteria): string | undefined => {
  const { near } = criteria.metadata
  if (!near) return undefined
  const { lat, lng } =
    ('position' in record ? record.location : pickLocation(record, criteria)?.location) ?? {}
  if (lat === undefined || lng === undefined) return undefined
  const km = Math.round(kmOf(haversine(near, lat, lng)))
  return km < 1 ? '< 1 km' : `${km} km`
}
