import { useDeferredValue, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { Category } from '../../../../contract/records/records.ts'
import { cx } from '../../../ui/cx.ts'
import { useWidth } from '../../../lib/use-width.ts'
import { selectWidth } from '../../../shared/records-table/records-table.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { useOpenedOnce } from '../../../ui/opened-once.ts'
import { TabPanel } from '../../../ui/tabs.tsx'
import type { AddToList } from '../add-to-list-state.ts'
import type { useRecords } from '../queries.ts'
import { useScrollMemory } from '../../../lib/scroll-memory.ts'
import { rowActState } from '../row-act-state.ts'
import { useSearchHandle } from '../search-context.ts'
import { encodeSearch } from '../url.ts'
import { AddingToList } from './adding-to-list.tsx'
import type { Layout } from './layout.ts'
import { Pager } from './pager.tsx'
import { ResultsBody } from './results-body.tsx'
import { ResultsHead } from './results-head.tsx'
import { useRowActionsWidth } from './row-actions.tsx'
import { SelectionBar } from './selection-bar.tsx'

const RowActs = lazyComponent(() => import('../lazy/row-acts.tsx').then((m) => m.RowActs))

const ThumbBar = lazyComponent(
  () => import('../lazy/thumb-bar.tsx').then((m) => m.ThumbBar),
  <div className="min-h-14 border-t border-line bg-card" />,
)

const SearchMap = lazyComponent(() => import('../lazy/search-map.tsx').then((m) => m.SearchMap))

/** In rem. */
const widthBesideMap = 48

const RequestedRowAct = () => {
  const { request, visiting } = useSnapshot(rowActState)
  return useOpenedOnce(request !== null || visiting !== null) ? <RowActs /> : null
}

export const Results = ({
  records,
  totals,
  layout,
  addToList,
  onOpen,
  onMove,
}: {
  records: ReturnType<typeof useRecords>
  totals: Record<Category, number | undefined>
  layout: Layout
  addToList: AddToList | undefined
  onOpen: (id: string) => void
  onMove: (id: string) => void
}) => {
  const { state } = useSearchHandle()
  const box = useRef<HTMLDivElement>(null)
  const total = totals[state.tab]
  const space =
    useWidth(layout === 'phone' ? null : box) - selectWidth - useRowActionsWidth(state.tab)
  const both = useRef<HTMLDivElement>(null)
  const isBeside = useWidth(both) >= widthBesideMap
  const address = encodeSearch({ ...state, open: null })
  // The first rows render in slices: on a slow phone they would block a tap.
  const waiting = useDeferredValue(records.data === undefined)
  useScrollMemory(address, box, records.isSuccess && !records.isPlaceholderData && !waiting)
  return (
    <section data-pane aria-label="Results" className="flex min-w-0 flex-1 flex-col">
      <ResultsHead totals={totals} layout={layout} space={space} />
      <TabPanel group="search" id={state.tab} className="flex min-h-0 flex-1 flex-col">
        <div ref={both} className={cx('flex min-h-0 flex-1', !isBeside && 'flex-col')}>
          {state.map && (
            <div className={cx('flex p-3 *:flex-1', isBeside ? 'w-1/2' : 'h-[55dvh]')}>
              <SearchMap onOpen={onOpen} />
            </div>
          )}
          <div
            ref={layout === 'phone' ? null : box}
            className={cx(
              'min-h-0 min-w-0 flex-1',
              layout === 'phone' ? 'px-3 py-2' : 'relative overflow-auto scroll-quiet bg-card',
            )}
          >
            <ResultsBody {...{ records, waiting, layout, space, onOpen, onMove }} />
          </div>
        </div>
        <div className="z-10 max-sm:sticky max-sm:bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))]">
          {addToList !== undefined && <AddingToList ask={addToList} />}
          <SelectionBar total={total} />
          {layout === 'phone' && <ThumbBar />}
          <RequestedRowAct />
        </div>
        {total !== undefined && total > 0 && !waiting && (
          <div className="border-t bg-paper px-3 py-1 sm:px-4">
            <Pager total={total} />
          </div>
        )}
      </TabPanel>
    </section>
  )
}
