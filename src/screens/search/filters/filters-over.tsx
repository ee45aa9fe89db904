import { useEffect, useMemo, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { appliesTo } from '../../../../contract/search/filters.ts'
import type { FilterSlot } from '../../../shared/search/filter-source.ts'
import { CriteriaChips } from '../criteria-chips.tsx'
import { FilterSourceContext } from '../filter-source.ts'
import { panel } from '../panel-state.ts'
import { createPendingChange } from '../pending-change.ts'
import { SearchContext, useSearchHandle, type SearchHandle } from '../search-context.ts'
import { startState } from '../search-state.ts'
import { useLiveCounts } from '../use-live-counts.ts'
import { useSheetHistory } from '../use-sheet-history.ts'
import { FilterSheet } from './filter-sheet.tsx'
import { FiltersButton } from './filters-button.tsx'

export const FiltersOver: FilterSlot = ({ source, children, ...given }) => {
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
}: Omit<ComponentProps<FilterSlot>, 'source' | 'children'>): SearchHandle => {
  const [opened] = useState(criteria)
  const [pendingChange] = useState(createPendingChange)
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
      reset: () => edit(() => opened),
      edit,
      change: (change) =>
        edit((before) => change({ ...startState(before), tab: category }).criteria),
      draft: undefined,
      pendingChange,
      see: () => {},
      within: { offers: (filter) => appliesTo(filter, category) && offers(filter), valuesOnly },
    }
  }, [category, criteria, offers, opened, pendingChange, valuesOnly])
}

const Drawn = ({ total, children }: { total: number | undefined; children: ReactNode }) => {
  const handle = useSearchHandle()
  const { sheet } = useSnapshot(panel)
  const { state, within } = handle
  const { liveCount } = useLiveCounts(state, sheet, within)
  useSheetHistory(handle, sheet)
  useEffect(
    () => () => {
      panel.sheet = false
    },
    [],
  )
  return (
    <div className="flex flex-col gap-2">
      {/* One line at every width: what is below must not move when the filters arrive. */}
      <div className="-mx-4 box-content flex min-h-control gap-1.5 overflow-x-auto px-4 py-1 scroll-quiet pointer-fine:min-h-8 sm:-mx-1 sm:px-1">
        <FiltersButton>All filters</FiltersButton>
        {children}
      </div>
      <CriteriaChips />
      <FilterSheet total={total} liveCount={liveCount} />
    </div>
  )
}
