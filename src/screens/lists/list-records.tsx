import { useCallback, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { RecordSource } from '../../../contract/money/credits.ts'
import { maxListed } from '../../../contract/saved-work/item.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useLive } from '../../shared/offline/device.tsx'
import { askToDownload } from '../../shared/downloads/download-store.ts'
import type { FilterSlot } from '../../shared/search/filter-source.ts'
import { membersOf } from '../../offline/live.ts'
import type { PinHead } from '../../offline/pin-head.ts'
import { Button } from '../../ui/button.tsx'
import { AddToList } from './add-to-list.tsx'
import type { Outcome, RecordsToAdd } from './add-records.ts'
import { useFilterOptions } from './filter-options.ts'
import type { Found } from './found.ts'
import { openIn, useOpenRecord, withOpen } from './list-beside.tsx'
import { ListFilters } from './list-filters.tsx'
import { ListSelectionBar, useListSelection, useRemoveRecords } from './list-selection.tsx'
import { ListTotal } from './list-total.tsx'
import { ListTools } from './list-tools.tsx'
import {
  clearFilters,
  isNarrowed,
  listAddress,
  questionOf,
  readListState,
  type ListState,
  type Question,
} from './list-state.ts'
import { useMayChange } from './may-change.ts'
import type { Near } from './nearby.tsx'
import { useRecordActions } from './record-actions.ts'
import { RecordList } from './record-list.tsx'
import {
  EmptyList,
  NotAvailableOffline,
  NoRecords,
  RecordsLoading,
  RecordsTrouble,
} from './record-states.tsx'
import type { SavedRow } from './saved-rows.ts'
import { useListSets, useListSource } from './use-list-filters.ts'
import { useOnlineRecords } from './use-online-records.ts'
import { useRemoveFromCache } from './use-remove-from-cache.ts'
import { useDrawn } from './use-pin-head.ts'
import { usePinDocs, usePinnedRecords } from './use-pinned-records.ts'

/** The records of a list: from this device where it is available offline, otherwise from the server. */
export const ListRecords = ({
  row,
  head,
  filters: Filters,
  opensBeside,
  onPin,
}: {
  row: SavedRow
  /** The first records, where the device has them; undefined while they load. */
  head: PinHead | null | undefined
  filters: FilterSlot | undefined
  opensBeside: boolean
  onPin: () => void
}) => {
  const { id, category, pin, saved } = row
  const offline = useOffline()
  const [, navigate] = useLocation()
  const query = useSearch()
  const state = useMemo(() => readListState(query, category), [query, category])
  const change = (next: ListState): void => {
    // The history entry also holds the state of the filter sheet: preserve it.
    const historyState: unknown = window.history.state
    navigate(withOpen(listAddress(id, next).split('?')[1] ?? '', openIn(query)), {
      replace: true,
      state: historyState,
    })
  }
  const question = useMemo(() => questionOf(state), [state])
  const [near, setNear] = useState<Near | null>(null)
  const [adding, setAdding] = useState<RecordsToAdd | null>(null)
  const [lastOutcome, setLastOutcome] = useState<Outcome | null>(null)

  // Offline, a partial copy is better than nothing; online, the server has the whole list.
  const fromDevice = pin !== null && (pin.fetchedAt > 0 || (offline && pin.done > 0))
  const drawn = useDrawn(head)
  const docs = usePinDocs(fromDevice && drawn ? pin : null)
  const members = useMembers(saved.of === 'list' ? id : null)
  const sets = useListSets(category, fromDevice && drawn)
  const pinnedQuery = useMemo(
    () => ({
      ...question,
      origin: near?.origin ?? null,
      withinKm: near?.withinKm ?? null,
      among: members,
      activity: sets?.activity,
    }),
    [question, near, members, sets],
  )
  const plain = !isNarrowed(state) && state.sort === null && near === null
  const begins = plain && (members !== null || saved.of !== 'list') ? (head ?? null) : null
  const pinned = usePinnedRecords(fromDevice ? pin : null, docs, pinnedQuery, begins)
  const online = useOnlineRecords(id, question, !fromDevice && !offline)
  const found = fromDevice ? pinned : online
  const openRecord = useOpenRecord(category, found, opensBeside)
  const options = useFilterOptions(category, fromDevice ? docs : null, !offline)
  const { source, offers } = useListSource(id, category, fromDevice ? docs : null, members, sets)
  const selection = useListSelection(row, question, found)
  const mayChange = useMayChange(row)
  const removed = useRemoveFromCache(row)
  const removing = useRemoveRecords(row, removed)
  const remove = async (ids: readonly string[]): Promise<void> => {
    const outcome = await removing(ids)
    if (outcome === undefined) return
    selection.clear()
    setLastOutcome(outcome)
  }
  const actionsFor = useRecordActions(row, mayChange, setAdding, (ids) => void remove(ids))

  if (row.count === 0 && row.kind !== 'dynamic')
    return (
      <EmptyList>
        <AddToList adding={null} onClose={() => {}} lastOutcome={lastOutcome} />
      </EmptyList>
    )
  if (!fromDevice && offline && found.total === undefined)
    return <NotAvailableOffline pinned={pin !== null} onPin={row.isOnDevice ? onPin : null} />
  const { total } = found
  const narrowed = isNarrowed(state) || (near !== null && near.withinKm !== null)
  const coming = fromDevice && docs !== null && members !== null ? lacking(members, docs) : 0
  const most = Math.min(total ?? 0, maxListed)
  const few = <ListFilters filters={options} state={state} onChange={change} />
  return (
    <div className="mt-4 flex flex-col gap-3">
      <div className="flex flex-col gap-2">
        <ListTools
          category={category}
          state={state}
          onChange={change}
          near={near}
          onNear={setNear}
          nearReason={
            fromDevice
              ? undefined
              : row.isOnDevice
                ? 'Make this list available offline to sort by distance.'
                : 'This device can’t store lists right now, so it can’t sort by distance.'
          }
        />
        {fromDevice && docs === null ? (
          // Filters appear with the records: a menu that opens earlier would close when they arrive.
          <div className="min-h-control" />
        ) : Filters === undefined ? (
          few
        ) : (
          <Filters
            category={category}
            criteria={state.criteria}
            onChange={(criteria) => change({ ...state, criteria })}
            total={total}
            source={source}
            offers={offers}
          >
            {few}
          </Filters>
        )}
      </div>
      <div className="flex min-h-control flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <ListTotal
          category={category}
          total={total}
          most={most}
          narrowed={narrowed}
          of={fromDevice && docs !== null ? docs.size : null}
          coming={coming}
          selection={selection}
        />
        <div className="flex gap-2">
          {narrowed && found.ids !== null && found.ids.length > 0 && (
            <Button
              size="sm"
              icon="list"
              onClick={() => setAdding({ category, ids: found.ids ?? [] })}
            >
              Add to list
            </Button>
          )}
          {most > 0 && row.kind !== 'suppression' && (
            <Button
              size="sm"
              icon="download"
              onClick={() =>
                askToDownload({
                  category,
                  source: wholeOf(id, question, found, most),
                  name: row.name,
                })
              }
            >
              Download
            </Button>
          )}
        </div>
      </div>
      {total === undefined && found.trouble === null && <RecordsLoading />}
      {total === undefined && found.trouble !== null && (
        <RecordsTrouble error={found.trouble} onRetry={found.retry} />
      )}
      {total === 0 && (
        <NoRecords
          onClear={
            narrowed
              ? () => {
                  setNear(near && { ...near, withinKm: null })
                  change(clearFilters(state))
                }
              : undefined
          }
        />
      )}
      {total !== undefined && total > 0 && (
        <RecordList
          category={category}
          found={found}
          total={most}
          origin={near?.origin ?? null}
          actionsFor={actionsFor}
          selection={selection}
          onOpen={openRecord}
        />
      )}
      <div className="sticky bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-col sm:bottom-0 sm:mx-0">
        <AddToList
          adding={adding}
          onClose={() => setAdding(null)}
          onAdded={selection.clear}
          lastOutcome={lastOutcome}
        />
        <ListSelectionBar
          row={row}
          selection={selection}
          total={total ?? 0}
          mayChange={mayChange}
          onAdd={(ids) => setAdding({ category, ids })}
          onRemove={(ids) => void remove(ids)}
        />
      </div>
    </div>
  )
}

/** The ids in a list on this device; null for a saved search, and while they load. */
const useMembers = (listId: string | null): ReadonlySet<string> | null => {
  const read = useCallback(
    (device: Parameters<typeof membersOf>[0]) =>
      listId === null ? Promise.resolve(null) : membersOf(device, listId),
    [listId],
  )
  const ids = useLive(read, [read])
  return useMemo(() => (ids ? new Set(ids) : null), [ids])
}

/** All records that match: by id where the device knows the ids, otherwise as a query for the server. */
const wholeOf = (
  listId: string,
  { criteria, sorting }: Question,
  { ids }: Found,
  first: number,
): RecordSource =>
  ids === null
    ? { kind: 'list', listId, ...criteria, sorting: [...sorting], first }
    : { kind: 'ids', ids: ids.slice(0, maxListed) }

const lacking = (members: ReadonlySet<string>, docs: ReadonlyMap<string, unknown>): number => {
  let count = 0
  for (const id of members) if (!docs.has(id)) count += 1
  return count
}
