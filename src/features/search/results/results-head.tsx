import { Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { criteriaFor } from '../../../../contract/criteria.ts'
import { filterOf } from '../../../../contract/filters.ts'
import type { Category } from '../../../../contract/records.ts'
import { formatCount, formatNumber } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { preloadSheet } from '../../../ui/sheet.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { CriteriaChips } from '../criteria-chips.tsx'
import { filtersInUse } from '../criteria-edit.ts'
import { panel } from '../panel-state.ts'
import { QuerySentence } from '../query-sentence.tsx'
import { NoticeBar, SavedHead } from '../saved/lazy-parts.ts'
import { overlays } from '../saved/overlays.ts'
import { SearchActions } from '../saved/search-actions.tsx'
import { useSearchHandle } from '../search-context.ts'
import { withTab } from '../search-state.ts'
import { ColumnChooser } from './column-chooser.tsx'
import type { Layout } from './layout.ts'
import { SortMenu } from './sort-menu.tsx'

/** What is asked for, in words and chips, how many of each there are, and how they are shown. */
export const ResultsHead = ({
  totals,
  layout,
}: {
  totals: Record<Category, number | undefined>
  layout: Layout
}) => {
  const { state, change } = useSearchHandle()
  const { notice } = useSnapshot(overlays)
  const used = filtersInUse(state.criteria).size
  const shown = (category: Category): string | null => {
    const total = totals[category]
    return total === undefined ? null : formatNumber(total)
  }
  return (
    <>
      {notice !== null && (
        <Suspense fallback={null}>
          <NoticeBar />
        </Suspense>
      )}
      <div className="flex flex-col gap-2 px-3 pt-3 pb-1 sm:px-4">
        {state.saved !== null && (
          <Suspense fallback={<div className="min-h-control" />}>
            <SavedHead id={state.saved} />
          </Suspense>
        )}
        <div className="flex items-start justify-between gap-3">
          <div data-tour="sentence" className="min-w-0 pointer-fine:pt-1">
            <QuerySentence />
          </div>
          <SearchActions />
        </div>
        {layout === 'desk' && <CriteriaChips />}
        <RestingFilters />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 border-b px-1 py-1 sm:py-0.5 max-sm:sticky max-sm:top-topbar max-sm:pr-2 max-sm:z-10 max-sm:bg-paper sm:px-2">
        <Tabs
          group="search"
          label="Results"
          selected={state.tab}
          onSelect={(tab) => change((now) => withTab(now, tab))}
          tabs={[
            { id: 'company', label: 'Companies', count: shown('company') },
            { id: 'people', label: 'People', count: shown('people') },
          ]}
        />
        <span className="ml-auto flex items-center">
          <SortMenu brief={layout === 'phone'} />
          {layout !== 'phone' && <ColumnChooser category={state.tab} />}
          {layout !== 'desk' && (
            <Button
              size="sm"
              icon="filter"
              data-tour="filters"
              onPointerEnter={preloadSheet}
              onClick={() => {
                panel.sheet = true
              }}
            >
              <span className="max-sm:sr-only">Filters</span>
              {used > 0 && (
                <Badge tone="accent">
                  {used}
                  <span className="sr-only"> in use</span>
                </Badge>
              )}
            </Button>
          )}
        </span>
      </div>
      <p role="status" className="sr-only">
        {announced(totals[state.tab], state.tab)}
      </p>
    </>
  )
}

const announced = (total: number | undefined, tab: Category): string =>
  total === undefined
    ? ''
    : tab === 'company'
      ? formatCount(total, 'company', 'companies')
      : formatCount(total, 'person', 'people')

/** Filters about people do not narrow companies; on the Companies tab that is said. */
const RestingFilters = () => {
  const { state, change } = useSearchHandle()
  if (state.tab === 'people') return null
  const here = filtersInUse(criteriaFor(state.criteria, 'company'))
  const resting = [...filtersInUse(state.criteria).keys()]
    .filter((identifier) => !here.has(identifier))
    .map((identifier) => filterOf(identifier)?.label ?? identifier)
  if (resting.length === 0) return null
  return (
    <p className="text-13 text-ink-faint">
      {resting.join(', ')} {resting.length === 1 ? 'narrows' : 'narrow'} people, not companies.{' '}
      <button
        type="button"
        className="font-medium text-accent-strong hover:underline"
        onClick={() => change((now) => withTab(now, 'people'))}
      >
        See the people
      </button>
    </p>
  )
}
