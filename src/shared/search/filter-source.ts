import type { ComponentType, ReactNode } from 'react'
import type { Criteria } from '../../../contract/search/criteria.ts'
import type { Filter } from '../../../contract/search/filter.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { ApiClient } from '../../lib/api.ts'

/** Where filters get options and counts: the server, or its offline replacement. */
export type FilterCalls = Pick<
  ApiClient,
  'counts' | 'searchFilterOptions' | 'filterLevels' | 'optionLabels'
>

/** Both names separate the caches of different sources: the counts of two lists differ. */
export type FilterSource = FilterCalls & { counted: string; catalogue: string }

/** Draws the filters of the search over other criteria: those within a list, or of the ideal customer. */
export type FilterSlot = ComponentType<{
  category: Category
  criteria: Criteria
  onChange: (criteria: Criteria) => void
  /** How many records meet the criteria; undefined while unknown. */
  total: number | undefined
  /** The source of options and counts; null: the server, for the whole market. */
  source: FilterSource | null
  offers: (filter: Filter) => boolean
  /** Values only: no operators, radius or unknown values. */
  valuesOnly?: boolean
  children: ReactNode
}>
