import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Category } from '../../../contract/records/records.ts'
import type { AutocompleteRecord } from '../../../contract/search/search.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { useApi } from '../../lib/use-api.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useLate } from '../../lib/use-late.ts'
import { longestWords } from './suggestions.ts'
import { namesHere, rankedHere, shownHere, type NamedHere } from './on-this-device.ts'

/** Autocomplete runs only when the term is longer than this (spec 5). */
export const tooShort = 2
/** How many results of a category are asked for (spec 9). */
export const pageSize = 10
const typingMs = 200

export const isLongEnough = (term: string): boolean => term.trim().length > tooShort

/** Records of a category whose name matches what is typed, in the server's order; the last ones stay while one types on. */
export const useAutocomplete = (category: Category, term: string, wanted: boolean) => {
  const api = useApi()
  const q = useDebounced(term.trim().slice(0, longestWords), typingMs)
  const enabled = wanted && isLongEnough(term) && isLongEnough(q)
  const query = useQuery({
    queryKey: ['autocomplete', category, q],
    queryFn: ({ signal }) => {
      const input = { q, from: 0, size: pageSize }
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
    /** Asked for, and not answered in a time one waits for. */
    late: useLate(enabled && (query.isPending || query.isPlaceholderData)),
    /** The answer on the screen is the answer to what is typed. */
    answered:
      enabled &&
      query.isSuccess &&
      !query.isPlaceholderData &&
      q === term.trim().slice(0, longestWords),
  }
}

/** Records of this device whose name matches what is typed; null while they are not wanted, or being read. */
export const useNamesHere = (
  category: Category,
  term: string,
  wanted: boolean,
): AutocompleteRecord[] | null => {
  const names = useLive<NamedHere[] | null>(wanted ? namesHere : nothing, [wanted])
  const ids = useMemo(
    () => (names ? rankedHere(names, category, term, pageSize) : []),
    [names, category, term],
  )
  const found = useLive((device) => shownHere(device, ids), [ids])
  return wanted && names && found ? found : null
}

const nothing = (): Promise<null> => Promise.resolve(null)
