import { useSnapshot } from 'valtio'
import { criteriaFor } from '../../../../contract/search/criteria.ts'
import { filterOf } from '../../../../contract/search/filters.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { formatCompact, formatNumber, formatRecords } from '../../../lib/format.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { filtersInUse } from '../criteria-edit.ts'
import { FiltersButton } from '../filters/filters-button.tsx'
import { QueryLine } from '../query-line.tsx'
import { OnDeviceNotice, Snackbar, SavedHead } from '../saved/lazy-parts.ts'
import { overlays } from '../saved/overlays.ts'
import { SearchActions } from '../saved/search-actions.tsx'
import { useDeviceSearch } from '../device-search.tsx'
import { useSearchHandle } from '../search-context.ts'
import { withTab } from '../search-state.ts'
import { ColumnChooser } from './column-chooser.tsx'
import type { Layout } from './layout.ts'
import { SortMenu } from './sort-menu.tsx'

const MapToggle = lazyComponent(() => import('../lazy/map-toggle.tsx').then((m) => m.MapToggle))

const ResultTools = lazyComponent(() =>
  import('../lazy/result-tools.tsx').then((m) => m.ResultTools),
)

export const ResultsHead = ({
  totals,
  layout,
  space,
}: {
  totals: Record<Category, number | undefined>
  layout: Layout
  /** The width of all columns together, in rem. */
  space: number
}) => {
  const { state, change } = useSearchHandle()
  const { snackbar } = useSnapshot(overlays)
  const { source } = useDeviceSearch()
  const total = totals[state.tab]
  const shown = (category: Category): string | null => {
    const found = totals[category]
    if (found === undefined) return null
    return layout === 'phone' && found >= 100_000 ? formatCompact(found) : formatNumber(found)
  }
  return (
    <>
      {snackbar !== null && <Snackbar />}
      <div className="@container flex flex-col gap-2 px-3 pt-2 pb-1 sm:px-4 sm:pt-3">
        {state.saved !== null && <SavedHead id={state.saved} />}
        <div className="flex items-start gap-2 @max-2xl:flex-wrap">
          <QueryLine />
          {layout !== 'phone' && (
            <div className="flex shrink-0 flex-wrap items-center justify-between @max-2xl:basis-full">
              <SearchActions />
              {layout === 'tablet' && <FiltersButton tour="filters">Filters</FiltersButton>}
            </div>
          )}
        </div>
        <RestingFilters />
        {source !== null && <OnDeviceNotice />}
      </div>
      <div className="@container flex flex-wrap items-center gap-x-2 border-b px-1 max-sm:sticky max-sm:top-topbar max-sm:z-10 max-sm:bg-paper sm:px-2 sm:py-0.5">
        <Tabs
          className="max-w-full"
          group="search"
          label="Results"
          selected={state.tab}
          onSelect={(tab) => change((now) => withTab(now, tab))}
          tabs={[
            { id: 'company', label: 'Companies', count: shown('company') },
            { id: 'people', label: 'People', count: shown('people') },
          ]}
        />
        {layout === 'phone' ? (
          <span className="ml-auto">
            <MapToggle />
          </span>
        ) : (
          <span className="ml-auto flex max-w-full items-center gap-1">
            <MapToggle />
            <ResultTools />
            <SortMenu />
            <ColumnChooser category={state.tab} space={space} />
          </span>
        )}
      </div>
      <p role="status" className="sr-only">
        {total !== undefined && formatRecords(total, state.tab)}
      </p>
    </>
  )
}

/** Says on the Companies tab that filters about people do not apply. */
const RestingFilters = () => {
  const { state, change } = useSearchHandle()
  if (state.tab === 'people') return null
  const applied = filtersInUse(criteriaFor(state.criteria, 'company'))
  const resting = [...filtersInUse(state.criteria).keys()]
    .filter((identifier) => !applied.has(identifier))
    .map((identifier) => filterOf(identifier)?.label ?? identifier)
  if (resting.length === 0) return null
  return (
    <p className="text-13 text-ink-faint">
      {resting.join(', ')} {resting.length === 1 ? 'applies' : 'apply'} to people only.{' '}
      <button
        type="button"
        className="font-medium text-accent-strong hover:underline"
        onClick={() => change((now) => withTab(now, 'people'))}
      >
        See people
      </button>
    </p>
  )
}
