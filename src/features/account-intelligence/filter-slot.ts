import type { ComponentType, ReactNode } from 'react'
import type { Criteria } from '../../../contract/criteria.ts'
import type { Filter } from '../../../contract/filters.ts'

/** Draws the filters of the search over criteria: what is chosen must be, what is left out must never be. */
export type FilterSlot = ComponentType<{
  category: 'company'
  criteria: Criteria
  onChange: (criteria: Criteria) => void
  total: number | undefined
  source: null
  offers: (filter: Filter) => boolean
  valuesOnly: true
  children: ReactNode
}>
