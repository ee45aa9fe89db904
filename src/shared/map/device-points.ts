import type { OnMap } from '../../../contract/search/search.ts'
import type { Point } from '../../../contract/search/distance.ts'
import { nearestHaversine } from '../../../contract/search/distance.ts'
import type { Device } from '../../offline/database.ts'
import type { PinDocument } from '../../offline/pin-docs.ts'
import { recordsByIds } from '../../offline/pin-search.ts'
import { spotOf } from '../visits/locations.ts'
import type { FoundOnMap } from './map-data.ts'

/** Where the records of an offline copy are: of several offices the nearest to `origin`, otherwise the first in `region`, as the rows show. */
export const pointsOnDevice = async (
  device: Device,
  docs: ReadonlyMap<string, PinDocument>,
  ids: readonly string[],
  origin: Point | null,
  region: readonly string[],
): Promise<FoundOnMap> => {
  const several =
    origin === null && region.length > 0
      ? ids.filter((id) => (docs.get(id)?.doc.points.length ?? 0) > 1)
      : []
  const chosen = new Map<string, Point>()
  for (const view of await recordsByIds(device, several)) {
    const spot = spotOf(view, null, region)
    if (spot !== null) chosen.set(view.id, spot)
  }
  const points = ids.flatMap((id): OnMap[] => {
    const doc = docs.get(id)?.doc
    const point = chosen.get(id) ?? pointOf(doc?.points ?? [], origin)
    return doc === undefined || point === undefined
      ? []
      : [{ id, name: doc.names[0] ?? '', lat: point.lat, lng: point.lng }]
  })
  return { points, read: ids.length, total: ids.length }
}

const pointOf = (points: readonly Point[], origin: Point | null): Point | undefined =>
  origin === null
    ? points[0]
    : points.toSorted(
        (x, y) => (nearestHaversine(origin, [x]) ?? 0) - (nearestHaversine(origin, [y]) ?? 0),
      )[0]
