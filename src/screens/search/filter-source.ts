import { createContext, use } from 'react'
import type { FilterCalls, FilterSource } from '../../shared/search/filter-source.ts'
import { useApi } from '../../lib/use-api.ts'

export const FilterSourceContext = createContext<FilterSource | null>(null)

/** The whole market on the server, unless something else stands above. */
export const useFilterSource = (): { calls: FilterCalls; counted: string; catalogue: string } => {
  const api = useApi()
  const given = use(FilterSourceContext)
  return { calls: given ?? api, counted: given?.counted ?? '', catalogue: given?.catalogue ?? '' }
}
