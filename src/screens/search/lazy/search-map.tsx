import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { maxOnMap, type OnMap } from '../../../../contract/search/search.ts'
import { pickLocation } from '../../../../contract/search/shown-location.ts'
import type { ApiClient } from '../../../lib/api.ts'
import { isFinal } from '../../../lib/api-errors.ts'
import { useApi } from '../../../lib/use-api.ts'
import { RecordMap } from '../../../shared/map/record-map.tsx'
import type { FoundOnMap } from '../../../shared/map/map-data.ts'
import { isPerson } from '../../../shared/records/record-kind.ts'
import { criteriaKey, withNear } from '../criteria-edit.ts'
import { useDeviceSearch } from '../device-search.tsx'
import { useLeadingDebounce } from '../leading-debounce.ts'
import { debounceMs } from '../queries.ts'
import { logVisit } from '../row-act-state.ts'
import { useSearchHandle } from '../search-context.ts'
import { recordsInput, withCriteria, type SearchState } from '../search-state.ts'

/** The map of the results, in their order. */
export const SearchMap = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const { state, change } = useSearchHandle()
  const { near } = state.criteria.metadata
  const area =
    near?.onMap === true && near.withinKm !== undefined
      ? { lat: near.lat, lng: near.lng, withinKm: near.withinKm }
      : null
  return (
    <RecordMap
      shown={state.tab}
      {...useFound(state)}
      area={area}
      onArea={(next) =>
        change((now) =>
          withCriteria(
            now,
            withNear(now.criteria, next === null ? undefined : { ...next, onMap: true }),
          ),
        )
      }
      onOpen={onOpen}
      onVisit={logVisit}
    />
  )
}

const useFound = (
  state: SearchState,
): { found: FoundOnMap | undefined; onRetry: (() => void) | undefined } => {
  const api = useApi()
  const { source } = useDeviceSearch()
  const now = recordsInput({ ...state, pages: { company: 0, people: 0 } }, state.tab)
  const input = useLeadingDebounce(now, JSON.stringify(now), debounceMs)
  const { category, sorting } = input
  const { data, error, refetch } = useQuery({
    queryKey: ['map-points', category, criteriaKey(input), sorting, source?.counted],
    queryFn: ({ signal }) =>
      source === null ? fromServer(api, input, signal) : fromDevice(source, input),
    placeholderData: keepPreviousData,
  })
  return {
    found: data,
    onRetry: error !== null && !isFinal(error) ? () => void refetch() : undefined,
  }
}

type Input = ReturnType<typeof recordsInput>

const fromServer = async (
  api: ApiClient,
  { from: _from, size: _size, ...input }: Input,
  signal: AbortSignal,
): Promise<FoundOnMap> => {
  const { points, total, unplaced } = await api.mapPoints(input, { signal })
  return { points, total, read: points.length + unplaced }
}

const fromDevice = async (
  source: Pick<ApiClient, 'records'>,
  input: Input,
): Promise<FoundOnMap> => {
  const { records, total } = await source.records({ ...input, size: maxOnMap })
  const points = records.flatMap((record): OnMap[] => {
    const { lat, lng } =
      (isPerson(record) ? record.location : pickLocation(record, input)?.location) ?? {}
    return lat === undefined || lng === undefined
      ? []
      : [{ id: record.id, name: record.name, lat, lng }]
  })
  return { points, total, read: records.length }
}
