import type { ComponentType, ReactNode } from 'react'
import type { Criteria } from '../../../contract/criteria.ts'
import type { Filter } from '../../../contract/filters.ts'
import type { Category } from '../../../contract/records.ts'
import type { ApiClient } from '../../lib/api.ts'

/** Options of filters and how many records of a list each would leave; the names tell sources apart. */
export type FilterSource = Pick<
  ApiClient,
  'counts' | 'searchFilterOptions' | 'filterLevels' | 'optionLabels'
> & { counted: string; catalogue: string }

/** Draws every filter of the search over the records of a list. */
export type FilterSlot = ComponentType<{
  category: Category
  criteria: Criteria
  onChange: (criteria: Criteria) => void
  total: number | undefined
  source: FilterSource | null
  offers: (filter: Filter) => boolean
  children: ReactNode
}>
