import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type ComponentType } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import type { Point } from '../../../contract/search/distance.ts'
import {
  RecordBeside,
  useLayoutBeside,
  type RecordPanelProps,
} from '../../shared/records/record-beside.tsx'
import { roundPosition, usePosition } from '../../shared/position/position.ts'
import { setTrail } from '../../shared/records/trail.ts'
import { pickLocation } from '../../../contract/search/shown-location.ts'
import { useCountry } from '../../lib/ui-state.ts'
import { useLayout } from '../../lib/use-media.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { AddToList } from './add-to-list-state.ts'
import { newCriteria } from './criteria-edit.ts'
import { DeviceSearchProvider } from './device-search.tsx'
import { FilterPanel, PanelActions } from './filters/filter-panel.tsx'
import { FilterSheet } from './filters/filter-sheet.tsx'
import { panel } from './panel-state.ts'
import { useHandedPrompt } from './prompt/prompt-state.ts'
import { useRecords } from './queries.ts'
import { Results } from './results/results.tsx'
import { OpenSaved } from './saved/lazy-parts.ts'
import { useRecentDraft } from './saved/use-recent-draft.ts'
import { SearchContext } from './search-context.ts'
import type { SearchState } from './search-state.ts'
import { startClean } from './start-clean.ts'
import { useLiveCounts } from './use-live-counts.ts'
import { useOpenRecord } from './use-open-record.ts'
import { useSearchUrl } from './use-search-url.ts'
import { useSheetHistory } from './use-sheet-history.ts'
import { parseSearch, type SearchAddress } from './url.ts'

const LocateFirst = lazyComponent(() =>
  import('./lazy/locate-first.tsx').then((m) => m.LocateFirst),
)

const takesFocus = (): boolean => panel.focusRecord

/** The search of spec 2 and product 2.1. `recordPanel` renders a record beside the results from 1024 px on, over them below. */
export const SearchScreen = (props: Props) => {
  const query = useSearch()
  const at = usePosition()
  const position = useMemo(() => at && roundPosition(at), [at])
  const address = useMemo(() => parseSearch(query, position), [query, position])
  if (address.awaitsPosition) return <LocateFirst query={query} />
  return address.named === null ? (
    <DeviceSearchProvider>
      <Desk {...props} address={address} position={position} />
    </DeviceSearchProvider>
  ) : (
    <OpenSaved {...address.named} />
  )
}

type Props = {
  recordPanel?: ComponentType<RecordPanelProps> | undefined
  addToList?: AddToList | undefined
}

const Desk = ({
  recordPanel,
  addToList,
  address,
  position,
}: Props & { address: SearchAddress; position: Point | null }) => {
  const memory = useQueryClient()
  useState(() => startClean(memory))
  const country = useCountry()
  const fresh = useMemo(() => newCriteria(country), [country])
  const handle = useSearchUrl(address, fresh, position)
  const { state } = handle
  const wide = useLayout() === 'desk'
  const layout = useLayoutBeside(state.open !== null && recordPanel !== undefined)
  const records = useRecords(state)
  const { sheet } = useSnapshot(panel)
  const { liveCount, otherTotal } = useLiveCounts(state, layout === 'desk' || sheet)
  const total = records.data?.total
  useSheetHistory(handle, layout !== 'desk' && sheet)
  useRecentDraft(handle)
  useHandedPrompt(handle)
  const opening = useOpenRecord(handle, wide && recordPanel !== undefined)
  useTrailOf(state, records)
  return (
    <SearchContext value={handle}>
      <h1 className="sr-only">Search</h1>
      <div className="flex min-w-0 flex-1 sm:h-[calc(100dvh-var(--spacing-topbar)-env(safe-area-inset-top)-1px)] sm:flex-none">
        {layout === 'desk' ? (
          <aside aria-label="Filters" className="flex w-filters shrink-0 flex-col border-r bg-card">
            <div className="flex h-12 items-center gap-1 pr-2 pl-4">
              <h2 className="flex-1 text-14 font-semibold">Filters</h2>
              <PanelActions isBesideHead />
            </div>
            <div className="relative min-h-0 flex-1 overflow-y-auto scroll-quiet">
              <FilterPanel liveCount={liveCount} />
            </div>
          </aside>
        ) : (
          <FilterSheet total={total} liveCount={liveCount} />
        )}
        <Results
          records={records}
          totals={
            state.tab === 'company'
              ? { company: total, people: otherTotal }
              : { company: otherTotal, people: total }
          }
          layout={layout}
          addToList={addToList}
          onOpen={opening.open}
          onMove={opening.follow}
        />
        {opening.opened !== null && recordPanel !== undefined && (
          <RecordBeside
            panel={recordPanel}
            takesFocus={takesFocus}
            category={state.tab}
            id={opening.opened}
            onClose={opening.close}
            onStep={opening.follow}
          />
        )}
      </div>
    </SearchContext>
  )
}

/** Lets a record opened from the results lead to the ones before and after it. */
const useTrailOf = (
  { tab, pages, size, criteria }: SearchState,
  { data, isPlaceholderData }: ReturnType<typeof useRecords>,
): void => {
  const first = pages[tab] * size
  useEffect(() => {
    if (data === undefined || isPlaceholderData) return
    const { records, total, centres } = data
    setTrail({
      category: tab,
      ids: records.map(({ id }) => id),
      first,
      total,
      locate: (company) => pickLocation(company, criteria, centres)?.location,
    })
  }, [data, isPlaceholderData, tab, first, criteria])
}
