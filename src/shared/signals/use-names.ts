import { keepPreviousData, useQueries } from '@tanstack/react-query'
import type { SignalFilters } from '../../../contract/signals/signals.ts'
import { lists, savedSearches } from '../../offline/live.ts'
import { useLive } from '../offline/device.tsx'
import { useApi } from '../../lib/use-api.ts'

export const useListsToChoose = (): { value: string; label: string }[] => {
  const ownLists = useLive(lists) ?? []
  const searches = useLive(savedSearches) ?? []
  return [...ownLists.filter(({ value }) => value.kind === 'static'), ...searches]
    .map(({ id, value }) => ({ value: id, label: value.name }))
    .toSorted((x, y) => x.label.localeCompare(y.label))
}

export const useNames = (filters: SignalFilters): ReadonlyMap<string, string> => {
  const api = useApi()
  const own = useListsToChoose()
  const known = useQueries({
    queries: (['company', 'people'] as const).map((identifier) => {
      const values = (filters[identifier] ?? []).toSorted()
      const input = { identifier: identifier === 'company' ? 'company_id' : 'person_id', values }
      return {
        queryKey: ['labels', input],
        queryFn: ({ signal }: { signal: AbortSignal }) => api.optionLabels(input, { signal }),
        enabled: values.length > 0,
        placeholderData: keepPreviousData,
      }
    }),
    combine: (results) => results.flatMap(({ data }) => Object.entries(data?.labels ?? {})),
  })
  return new Map([...own.map(({ value, label }) => [value, label] as const), ...known])
}
