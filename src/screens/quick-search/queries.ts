import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  autocompleteAfter,
  autocompletePageSize,
  maxTermLength,
} from '../../../contract/constants.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { AutocompleteRecord } from '../../../contract/search/search.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { useApi } from '../../lib/use-api.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useLate } from '../../lib/use-late.ts'
import {
  readDeviceNames,
  rankDeviceNames,
  readDeviceRecords,
  type DeviceName,
} from './device-records.ts'

const typingMs = 200

export const isLongEnough = (term: string): boolean => term.trim().length > autocompleteAfter

/** Records of a category whose name matches the term, in the server's order; earlier results stay while the user types. */
export const useAutocomplete = (category: Category, term: string, wanted: boolean) => {
  const api = useApi()
  const q = useDebounced(term.trim().slice(0, maxTermLength), typingMs)
  const enabled = wanted && isLongEnough(term) && isLongEnough(q)
  const query = useQuery({
    queryKey: ['autocomplete', category, q],
    queryFn: ({ signal }) => {
      const input = { q, from: 0, size: autocompletePageSize }
      return category === 'company'
        ? api.autocompleteCompanies(input, { signal })
        : api.autocompletePeople(input, { signal })
    },
    enabled,
    placeholderData: keepPreviousData,
  })
  return {
    records: enabled ? (query.data?.records ?? []) : [],
    error: enabled ? query.error : null,
    /** The request takes longer than a user waits. */
    late: useLate(enabled && (query.isPending || query.isPlaceholderData)),
    /** The results match the current term. */
    answered:
      enabled &&
      query.isSuccess &&
      !query.isPlaceholderData &&
      q === term.trim().slice(0, maxTermLength),
  }
}

/** Records of this device whose name matches the term; null while not enabled, or loading. */
export const useDeviceRecords = (
  category: Category,
  term: string,
  wanted: boolean,
): AutocompleteRecord[] | null => {
  const names = useLive<DeviceName[] | null>(wanted ? readDeviceNames : readNothing, [wanted])
  const ids = useMemo(
    () => (names ? rankDeviceNames(names, category, term, autocompletePageSize) : []),
    [names, category, term],
  )
  const found = useLive((device) => readDeviceRecords(device, ids), [ids])
  return wanted && names && found ? found : null
}

const readNothing = (): Promise<null> => Promise.resolve(null)
