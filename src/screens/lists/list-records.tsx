import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { RecordView } from '../../../contract/records/records.ts'
import type { RecordSource } from '../../../contract/money/credits.ts'
import { maxListed } from '../../../contract/saved-work/item.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useLayout } from '../../lib/use-media.ts'
import { useStorageRefusal } from '../../shared/offline/read-failure.ts'
import { PushButton } from '../../shared/crm/push-button.tsx'
import { askToDownload, type ToDownload } from '../../shared/downloads/download-store.ts'
import type { FilterSlot } from '../../shared/search/filter-source.ts'
import { spotOf } from '../../shared/visits/locations.ts'
import { LogVisits } from '../../shared/visits/log-visits.tsx'
import type { Visited } from '../../shared/visits/visit-sheet.tsx'
import { membersOf, syncedMembersOf } from '../../offline/live.ts'
import type { PinHead } from '../../offline/pin-head.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import type { IconName } from '../../ui/icon.tsx'
import { AddToList } from './add-to-list.tsx'
import type { Outcome, RecordsToAdd } from './add-records.ts'
import { useFilterOptions } from './filter-options.ts'
import type { Found } from './found.ts'
import { openIn, useOpenRecord, withOpen } from './list-beside.tsx'
import { ListFilters } from './list-filters.tsx'
import { useRegion } from './list-region.ts'
import { ListSelectionBar, useListSelection, useRemoveRecords } from './list-selection.tsx'
import { ListTotal } from './list-total.tsx'
import { NotVisited, SearchText, SortMenu } from './list-tools.tsx'
import {
  clearFilters,
  isNarrowed,
  listAddress,
  questionOf,
  readListState,
  fieldOf,
  sortedBy,
  sortsOf,
  withSort,
  withSearch,
  type ListState,
  type Question,
} from './list-state.ts'
import { useMayChange } from './may-change.ts'
import { Nearby } from './nearby.tsx'
import { useRecordActions } from './record-actions.ts'
import { RecordList } from './record-list.tsx'
import {
  EmptyList,
  NotAvailableOffline,
  NoRecords,
  RecordsLoading,
  RecordsTrouble,
} from './record-states.tsx'
import { lackingOnDevice, lackingOnServer } from './lacking.ts'
import { comesFromDevice, whyNoCopy } from './list-copy.ts'
import type { SavedRow } from './saved-rows.ts'
import { BesideMap, ListMap, ViewToggle } from './list-map.tsx'
import { useListSets, useListSource } from './use-list-filters.ts'
import { useListVisits } from './use-list-visits.ts'
import { useMembers } from './use-members.ts'
import { useRound } from './use-round.ts'
import { useNear } from './use-near.ts'
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
  const requested = useMemo(() => readListState(query, category), [query, category])
  const change = (next: ListState): void => {
    // The history entry also holds the state of the filter sheet: preserve it.
    const historyState: unknown = window.history.state
    navigate(withOpen(listAddress(id, next).split('?')[1] ?? '', openIn(query)), {
      replace: true,
      state: historyState,
    })
  }
  const [adding, setAdding] = useState<RecordsToAdd | null>(null)
  const [lastOutcome, setLastOutcome] = useState<Outcome | null>(null)
  const [visiting, setVisiting] = useState<Visited | null>(null)

  const fromDevice = comesFromDevice(row, offline)
  const locating = useNear(fromDevice ? requested.nearest : null)
  const { near } = locating
  // What the address asks for and this device cannot do is left out.
  const state = useMemo(
    () => ({
      ...requested,
      nearest: near && { withinKm: near.withinKm },
      notVisited: requested.notVisited && fromDevice,
    }),
    [requested, near, fromDevice],
  )
  const origin = near?.origin ?? state.area
  const question = useMemo(() => questionOf(state), [state])
  const drawn = useDrawn(head)
  const docs = usePinDocs(fromDevice && drawn ? pin : null)
  const listId = saved.of === 'list' ? id : null
  const members = useMembers(listId, membersOf)
  const synced = useMembers(listId, syncedMembersOf)
  const sets = useListSets(category, fromDevice && drawn)
  const { visits, progress, rest } = useListVisits(members, docs)
  const among = state.notVisited ? (rest ?? members) : members
  const pinnedQuery = useMemo(
    () => ({
      ...question,
      origin: near?.origin ?? null,
      withinKm: near?.withinKm ?? null,
      among,
      activity: sets?.activity,
    }),
    [question, near, among, sets],
  )
  const plain = !isNarrowed(state) && state.sort === null && near === null
  const begins = plain && (members !== null || saved.of !== 'list') ? (head ?? null) : null
  const pinned = usePinnedRecords(fromDevice ? pin : null, docs, pinnedQuery, begins)
  const online = useOnlineRecords(id, question, !fromDevice && !offline)
  const found = fromDevice ? pinned : online
  const listRegion = useRegion(row, state.criteria, found, docs)
  // Nearest first, a row is about its nearest office.
  const region = near === null ? listRegion : nowhere
  const openRecord = useOpenRecord(
    category,
    found,
    opensBeside,
    (company) => spotOf(company, origin, region)?.location,
  )
  useRound(near?.origin ?? null, docs, found.ids)
  const options = useFilterOptions(category, fromDevice ? docs : null, !offline)
  const { source, offers } = useListSource(id, category, fromDevice ? docs : null, members, sets)
  const selection = useListSelection(row, question, found)
  const mayChange = useMayChange(row)
  const removing = useRemoveRecords(row, useRemoveFromCache(row))
  const remove = async (ids: readonly string[]): Promise<void> => {
    const outcome = await removing(ids)
    if (outcome === undefined) return
    selection.clear()
    setLastOutcome(outcome)
  }
  const actionsFor = useRecordActions(row, mayChange, setAdding, (ids) => void remove(ids))
  const visit = useCallback(
    ({ id: recordId, name }: RecordView) => setVisiting({ category, recordId, name }),
    [category],
  )
  const noVisitReason = useStorageRefusal()
  const layout = useLayout()
  const phone = layout === 'phone'

  if (row.count === 0 && row.kind !== 'dynamic')
    return (
      <EmptyList>
        <AddToList adding={null} onClose={() => {}} lastOutcome={lastOutcome} />
      </EmptyList>
    )
  if (!fromDevice && offline && found.total === undefined)
    return <NotAvailableOffline pinned={pin !== null} onPin={row.isOnDevice ? onPin : null} />
  const { total } = found
  const narrowed = isNarrowed(state)
  const { coming, suppressed } = fromDevice
    ? lackingOnDevice(row, { members, synced, docs })
    : { coming: 0, suppressed: narrowed ? 0 : lackingOnServer(row, total) }
  const most = Math.min(total ?? 0, maxListed)
  const whole = (): ToDownload => ({
    category,
    source: wholeOf(id, question, found, most),
    name: row.name,
  })
  const copyNeeded = whyNoCopy(row, offline)
  const tools = (
    <>
      <ViewToggle isMap={state.map} onChange={(map) => change({ ...requested, map })} />
      <Nearby
        locating={locating}
        onChange={(nearest) => change({ ...requested, nearest, area: null })}
        disabledReason={copyNeeded}
      />
      <NotVisited
        on={state.notVisited}
        onChange={(notVisited) => change({ ...requested, notVisited })}
        disabledReason={copyNeeded}
      />
      {near === null && <SortMenu category={category} state={requested} onChange={change} />}
    </>
  )
  const iconOnly = layout !== 'desk'
  // While rows are selected, the selection bar has these actions.
  const actions = selection.chosen.size === 0 && (
    <>
      {narrowed && found.ids !== null && found.ids.length > 0 && (
        <HeadButton
          icon="list"
          label="Add to list"
          iconOnly={iconOnly}
          onClick={() => setAdding({ category, ids: found.ids ?? [] })}
        />
      )}
      {most > 0 && row.kind !== 'suppression' && (
        <>
          <HeadButton
            icon="download"
            label="Download"
            iconOnly={iconOnly}
            onClick={() => askToDownload(whole())}
          />
          <PushButton size={phone ? undefined : 'sm'} iconOnly={iconOnly} what={whole()} />
        </>
      )}
    </>
  )
  const filterRow = (inside: ReactNode) =>
    fromDevice && docs === null ? (
      // Filters appear with the records: a menu that opens earlier would close when they arrive.
      <div className={cx(rowHeight, 'py-1')} />
    ) : Filters === undefined ? (
      <div className={cx(rowHeight, 'flex gap-1.5 overflow-x-auto py-1 scroll-quiet')}>
        {inside}
      </div>
    ) : (
      <Filters
        category={category}
        criteria={state.criteria}
        onChange={(criteria) => change({ ...requested, criteria })}
        total={total}
        source={source}
        offers={offers}
      >
        {inside}
      </Filters>
    )
  return (
    <div className="mt-2 flex flex-1 flex-col gap-2 sm:mt-4">
      <div className="flex flex-wrap items-center gap-2">
        <SearchText
          text={state.criteria.search}
          onText={(search) => change(withSearch(requested, search))}
          className="min-w-40 flex-1 basis-40 sm:max-w-80"
        />
        {!phone && tools}
        {!phone && <span className="ml-auto flex gap-1.5">{actions}</span>}
      </div>
      <div className="flex min-h-control items-start justify-between gap-3">
        {!phone && (
          <div className="min-w-0 flex-1">
            {filterRow(<ListFilters filters={options} state={requested} onChange={change} />)}
          </div>
        )}
        <ListTotal
          category={category}
          total={total}
          most={most}
          narrowed={narrowed}
          of={fromDevice && docs !== null ? docs.size : null}
          coming={coming}
          suppressed={suppressed}
          visited={progress}
          notVisited={state.notVisited}
          selection={selection}
        />
        {phone && <span className="flex gap-2">{actions}</span>}
      </div>
      {total === undefined && found.trouble === null && <RecordsLoading />}
      {total === undefined && found.trouble !== null && (
        <RecordsTrouble error={found.trouble} onRetry={found.retry} />
      )}
      {total === 0 && (
        <NoRecords onClear={narrowed ? () => change(clearFilters(requested)) : undefined} />
      )}
      <BesideMap
        isOn={state.map}
        map={
          <ListMap
            isOnDevice={fromDevice}
            {...{ id, category, question, docs, ids: found.ids, origin, region }}
            area={state.area}
            onArea={(area) => change({ ...requested, nearest: null, area })}
            onOpen={openRecord}
            onVisit={setVisiting}
          />
        }
      >
        {total !== undefined && total > 0 && (
          <RecordList
            address={listAddress(id, requested)}
            category={category}
            found={found}
            total={most}
            origin={origin}
            region={region}
            visits={visits}
            actionsFor={actionsFor}
            selection={selection}
            open={openIn(query)}
            onOpen={openRecord}
            sorting={{
              by: sortedBy(category, requested, near !== null),
              offered: near === null ? sortsOf[category].map(({ value }) => fieldOf(value)) : [],
              onSort: (field) => change(withSort(requested, category, field)),
            }}
            onVisit={visit}
            noVisitReason={noVisitReason}
          />
        )}
      </BesideMap>
      <div className="sticky bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))] z-10 -mx-4 mt-auto flex flex-col sm:bottom-0 sm:mx-0">
        <AddToList
          adding={adding}
          onClose={() => setAdding(null)}
          onAdded={selection.clear}
          lastOutcome={lastOutcome}
        />
        <LogVisits about={visiting} onAbout={setVisiting} />
        {phone && selection.chosen.size === 0 && (
          <div data-thumb-bar className="border-t border-line bg-card px-4">
            {filterRow(tools)}
          </div>
        )}
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

const nowhere: readonly string[] = []

/** As high without filters as with them, so that the records below stay where they are. */
const rowHeight = 'box-content min-h-control pointer-fine:min-h-8'

const HeadButton = ({
  icon,
  label,
  iconOnly,
  onClick,
}: {
  icon: IconName
  label: string
  iconOnly: boolean
  onClick: () => void
}) =>
  iconOnly ? (
    <IconButton icon={icon} label={label} onClick={onClick} />
  ) : (
    <Button size="sm" icon={icon} onClick={onClick}>
      {label}
    </Button>
  )

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
