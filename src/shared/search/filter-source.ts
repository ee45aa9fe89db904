import type { ComponentType, ReactNode } from 'react'
import type { Criteria } from '../../../contract/search/criteria.ts'
import type { Filter } from '../../../contract/search/filter.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { ApiClient } from '../../lib/api.ts'

/** Where filters come by their options and by how many records each would give: the server, or what stands in for it. */
export type FilterCalls = Pick<
  ApiClient,
  'counts' | 'searchFilterOptions' | 'filterLevels' | 'optionLabels'
>

/** The names tell apart what is kept of different sources: counts of one list are not those of another. */
export type FilterSource = FilterCalls & { counted: string; catalogue: string }

/** Draws every filter of the search over other criteria than the search's: what one sees of a list, whom one sells to. */
export type FilterSlot = ComponentType<{
  category: Category
  criteria: Criteria
  onChange: (criteria: Criteria) => void
  /** How many records meet the criteria; undefined while that is not known. */
  total: number | undefined
  /** Options and counts; null: the server's for the whole market. */
  source: FilterSource | null
  /** Filters that can be answered here, of those of the category. */
  offers: (filter: Filter) => boolean
  /** Values alone count: no operators, radius or unknown values. */
  valuesOnly?: boolean
  /** Beside the button that opens the filters. */
  children: ReactNode
}>
