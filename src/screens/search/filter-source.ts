import { createContext, use } from 'react'
import type { FilterCalls, FilterSource } from '../../shared/search/filter-source.ts'
import { useApi } from '../../lib/use-api.ts'

export const FilterSourceContext = createContext<FilterSource | null>(null)

/** Defaults to the whole market on the server. */
export const useFilterSource = (): { calls: FilterCalls; counted: string; catalogue: string } => {
  const api = useApi()
  const given = use(FilterSourceContext)
  return { calls: given ?? api, counted: given?.counted ?? '', catalogue: given?.catalogue ?? '' }
}
