import { createContext, use } from 'react'
import type { ApiClient } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'

/** Where filters come by their options and by how many records each would give: the server, or what stands in for it. */
export type FilterCalls = Pick<
  ApiClient,
  'counts' | 'searchFilterOptions' | 'filterLevels' | 'optionLabels'
>

/** The names tell apart what is kept of different sources: counts of one list are not those of another. */
export type FilterSource = FilterCalls & { counted: string; catalogue: string }

export const FilterSourceContext = createContext<FilterSource | null>(null)

/** The whole market on the server, unless something else stands above. */
export const useFilterSource = (): { calls: FilterCalls; counted: string; catalogue: string } => {
  const api = useApi()
  const given = use(FilterSourceContext)
  return { calls: given ?? api, counted: given?.counted ?? '', catalogue: given?.catalogue ?? '' }
}
