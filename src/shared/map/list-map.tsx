import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Category } from '../../../contract/records/records.ts'
import type { Criteria, Sorting } from '../../../contract/search/criteria.ts'
import type { Point } from '../../../contract/search/distance.ts'
import { isFinal } from '../../lib/api-errors.ts'
import { useApi } from '../../lib/use-api.ts'
import type { PinDocument } from '../../offline/pin-docs.ts'
import { useLive } from '../offline/device.tsx'
import type { Visited } from '../visits/visit-sheet.tsx'
import { pointsOnDevice } from './device-points.ts'
import type { Area, FoundOnMap } from './map-data.ts'
import { RecordMap } from './record-map.tsx'

/** The map of a list: from this device where it is available offline, otherwise from the server. */
export const ListMap = ({
  id,
  category,
  question,
  isOnDevice,
  docs,
  ids,
  origin,
  region,
  ...rest
}: {
  id: string
  category: Category
  question: { criteria: Criteria; sorting: Sorting }
  isOnDevice: boolean
  /** Of the offline copy; null while they load, and without it. */
  docs: ReadonlyMap<string, PinDocument> | null
  ids: readonly string[] | null
  /** The nearest office to it is shown. */
  origin: Point | null
  region: readonly string[]
  area: Area | null
  onArea: (area: Area | null) => void
  onOpen: (id: string) => void
  onVisit: (about: Visited) => void
}) => {
  const api = useApi()
  const onDevice = useLive(
    async (device) =>
      docs === null || ids === null ? null : pointsOnDevice(device, docs, ids, origin, region),
    [docs, ids, origin?.lat, origin?.lng, region],
  )
  const { data, error, refetch } = useQuery({
    queryKey: ['map-points', id, question],
    queryFn: ({ signal }): Promise<FoundOnMap> =>
      api
        .mapPoints(
          { ...question.criteria, category, list: id, sorting: question.sorting },
          { signal },
        )
        .then(({ points, total, unplaced }) => ({ points, total, read: points.length + unplaced })),
    placeholderData: keepPreviousData,
    enabled: !isOnDevice,
  })
  return (
    <RecordMap
      shown={category}
      found={isOnDevice ? (onDevice ?? undefined) : data}
      onRetry={error !== null && !isFinal(error) ? () => void refetch() : undefined}
      {...rest}
    />
  )
}
