import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { Criteria } from '../../../../contract/criteria.ts'
import { appliesTo, type Filter } from '../../../../contract/filters.ts'
import type { Category } from '../../../../contract/records.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { preloadSheet } from '../../../ui/sheet.tsx'
import { CriteriaChips } from '../criteria-chips.tsx'
import { filtersInUse } from '../criteria-edit.ts'
import { FilterSourceContext, type FilterSource } from '../filter-source.ts'
import { panel } from '../panel-state.ts'
import { restingChange } from '../resting-change.ts'
import { SearchContext, useSearchHandle, type SearchHandle } from '../search-context.ts'
import { startState } from '../search-state.ts'
import { useLiveCounts } from '../use-live-counts.ts'
import { FilterSheet } from './filter-sheet.tsx'

export type FiltersOverProps = {
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
}

/** Every filter of the search, over the records of a list: a button that opens them, and what is chosen. */
export const FiltersOver = ({ source, children, ...given }: FiltersOverProps) => {
  const handle = useHandle(given)
  return (
    <SearchContext value={handle}>
      <FilterSourceContext value={source}>
        <Drawn total={given.total}>{children}</Drawn>
      </FilterSourceContext>
    </SearchContext>
  )
}

const useHandle = ({
  category,
  criteria,
  onChange,
  offers,
  valuesOnly = false,
}: Omit<FiltersOverProps, 'source' | 'children'>): SearchHandle => {
  const [opened] = useState(criteria)
  const [resting] = useState(restingChange)
  const now = useRef({ criteria, onChange })
  useEffect(() => {
    now.current = { criteria, onChange }
  }, [criteria, onChange])
  return useMemo(() => {
    const state = { ...startState(criteria), tab: category }
    const edit: SearchHandle['edit'] = (change) => {
      now.current.criteria = change(now.current.criteria)
      now.current.onChange(now.current.criteria)
    }
    return {
      state,
      previous: opened,
      edit,
      change: (change) =>
        edit((before) => change({ ...startState(before), tab: category }).criteria),
      draft: undefined,
      resting,
      see: () => {},
      within: { offers: (filter) => appliesTo(filter, category) && offers(filter), valuesOnly },
    }
  }, [category, criteria, offers, opened, resting, valuesOnly])
}

const Drawn = ({ total, children }: { total: number | undefined; children: ReactNode }) => {
  const handle = useSearchHandle()
  const { sheet } = useSnapshot(panel)
  const { state, within } = handle
  const { liveCount } = useLiveCounts(state, sheet, within)
  const used = filtersInUse(state.criteria).size
  useEffect(
    () => () => {
      panel.sheet = false
    },
    [],
  )
  return (
    <div className="flex flex-col gap-2">
      <div className="-mx-4 flex gap-1.5 overflow-x-auto px-4 py-1 scroll-quiet sm:mx-0 sm:flex-wrap sm:px-0">
        <Button
          size="sm"
          icon="filter"
          onPointerEnter={preloadSheet}
          onClick={() => {
            panel.sheet = true
          }}
        >
          All filters
          {used > 0 && (
            <Badge tone="accent">
              {used}
              <span className="sr-only"> in use</span>
            </Badge>
          )}
        </Button>
        {children}
      </div>
      <CriteriaChips />
      <FilterSheet total={total} liveCount={liveCount} />
    </div>
  )
}
