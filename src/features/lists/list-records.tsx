import { useCallback, useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { links, recordLink } from '../../../contract/links.ts'
import type { RecordView } from '../../../contract/records.ts'
import { useOffline } from '../../lib/contact.ts'
import { useLive, useLocal } from '../../lib/device.tsx'
import { formatNumber } from '../../lib/format.ts'
import { removeFromList } from '../../local/lists.ts'
import { membersOf } from '../../local/live.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { acting } from './acting.ts'
import { AddToList } from './add-to-list.tsx'
import type { RecordsToAdd } from './adding.ts'
import { useFilterOptions } from './filter-options.ts'
import { ListTools } from './list-tools.tsx'
import { isNarrowed, listAddress, questionOf, readListState, type ListState } from './list-state.ts'
import type { Near } from './nearby.tsx'
import { RecordList } from './record-list.tsx'
import { NothingHere, RecordsLoading, RecordsTrouble } from './record-states.tsx'
import { nounOf, type SavedRow } from './saved-rows.ts'
import { useOnlineRecords } from './use-online-records.ts'
import { useRemoved } from './use-removed.ts'
import { usePinDocs, usePinnedRecords } from './use-pinned-records.ts'

/** The records of a list: from this device where it is available offline, otherwise from the server. */
export const ListRecords = ({ row, onPin }: { row: SavedRow; onPin: () => void }) => {
  const { id, category, pin, saved } = row
  const offline = useOffline()
  const [, navigate] = useLocation()
  const query = useSearch()
  const state = useMemo(() => readListState(query, category), [query, category])
  const change = (next: ListState): void => navigate(listAddress(id, next), { replace: true })
  const question = useMemo(() => questionOf(state), [state])
  const [near, setNear] = useState<Near | null>(null)
  const [adding, setAdding] = useState<RecordsToAdd | null>(null)

  // Half a list is better than none, but not better than the whole one.
  const fromDevice = pin !== null && (pin.fetchedAt > 0 || (offline && pin.done > 0))
  const docs = usePinDocs(fromDevice ? pin : null)
  const members = useMembers(saved.of === 'list' ? id : null)
  const asked = useMemo(
    () => ({
      ...question,
      here: near?.here ?? null,
      withinKm: near?.withinKm ?? null,
      among: members,
    }),
    [question, near, members],
  )
  const pinned = usePinnedRecords(fromDevice ? pin : null, docs, asked)
  const online = useOnlineRecords(id, question, !fromDevice && !offline)
  const found = fromDevice ? pinned : online
  const filters = useFilterOptions(category, fromDevice ? docs : null, !offline)
  const actionsFor = useRecordActions(row, setAdding)

  if (row.count === 0 && row.kind !== 'dynamic') return <EmptyList />
  if (!fromDevice && offline && found.total === undefined)
    return <NotHere pinned={pin !== null} onPin={onPin} />
  const { total } = found
  const narrowed = isNarrowed(state) || (near !== null && near.withinKm !== null)
  const coming = fromDevice && docs !== null && members !== null ? lacking(members, docs) : 0
  return (
    <div className="mt-4 flex flex-col gap-3">
      <ListTools
        category={category}
        state={state}
        filters={filters}
        onChange={change}
        near={near}
        onNear={setNear}
        nearReason={
          fromDevice
            ? undefined
            : 'Make it available offline first: distances are worked out on this device.'
        }
      />
      <div className="flex min-h-control flex-wrap items-center justify-between gap-2">
        <p role="status" className="tabular text-13 text-ink-soft">
          {total !== undefined && (
            <>
              {narrowed ? 'Found ' : ''}
              {formatNumber(total)} {nounOf(category, total)}
              {fromDevice && docs !== null && total < docs.size && ` of ${formatNumber(docs.size)}`}
              {coming > 0 &&
                `, and ${formatNumber(coming)} more that ${coming === 1 ? 'is' : 'are'} not on this device yet`}
            </>
          )}
        </p>
        {narrowed && found.ids !== null && found.ids.length > 0 && (
          <Button
            size="sm"
            icon="list"
            onClick={() => setAdding({ category, ids: found.ids ?? [] })}
          >
            Add to list
          </Button>
        )}
      </div>
      {total === undefined && found.trouble === null && <RecordsLoading />}
      {total === undefined && found.trouble !== null && (
        <RecordsTrouble error={found.trouble} onRetry={found.retry} />
      )}
      {total === 0 && (
        <NothingHere
          onClear={
            narrowed
              ? () => {
                  setNear(near && { ...near, withinKm: null })
                  change({ ...state, search: '', chosen: {} })
                }
              : undefined
          }
        />
      )}
      {total !== undefined && total > 0 && (
        <RecordList
          category={category}
          found={found}
          total={total}
          here={near?.here ?? null}
          actionsFor={actionsFor}
        />
      )}
      <AddToList adding={adding} onClose={() => setAdding(null)} />
    </div>
  )
}

/** What is in a list on this device; null of a saved search, and while it is read. */
const useMembers = (listId: string | null): ReadonlySet<string> | null => {
  const read = useCallback(
    (device: Parameters<typeof membersOf>[0]) =>
      listId === null ? Promise.resolve(null) : membersOf(device, listId),
    [listId],
  )
  const ids = useLive(read, [read])
  return useMemo(() => (ids ? new Set(ids) : null), [ids])
}

const lacking = (members: ReadonlySet<string>, docs: ReadonlyMap<string, unknown>): number => {
  let count = 0
  for (const id of members) if (!docs.has(id)) count += 1
  return count
}

const useRecordActions = (
  row: SavedRow,
  add: (records: RecordsToAdd) => void,
): ((view: RecordView) => readonly MenuItem[]) => {
  const { id, category, saved, isOwner } = row
  const local = useLocal()
  const removed = useRemoved(row)
  const [, navigate] = useLocation()
  const remove = async (recordId: string): Promise<void> => {
    await removeFromList(local, id, [recordId])
    removed(recordId)
  }
  return (view) => [
    { label: 'Open', icon: 'eye', onSelect: () => navigate(recordLink(category, view.id)) },
    {
      label: 'Add to another list',
      icon: 'list',
      onSelect: () => add({ category, ids: [view.id] }),
    },
    ...(saved.of === 'list'
      ? [
          {
            label: 'Remove from this list',
            icon: 'minus' as const,
            disabledReason: isOwner ? undefined : 'Only its owner can do this.',
            onSelect: () => void acting(() => remove(view.id)),
          },
        ]
      : []),
  ]
}

const NotHere = ({ pinned, onPin }: { pinned: boolean; onPin: () => void }) => (
  <EmptyState
    icon="offline"
    heading="h2"
    title="This list is not on this device"
    action={
      pinned ? (
        <Link href={`${links.lists()}?kind=offline`} className={buttonClass()}>
          Lists that are available offline
        </Link>
      ) : (
        <button type="button" className={buttonClass()} onClick={onPin}>
          Get it once there is a connection
        </button>
      )
    }
  >
    {pinned
      ? 'It is fetched as soon as there is a connection.'
      : 'Without a connection only lists that were made available offline can be opened.'}
  </EmptyState>
)

const EmptyList = () => (
  <EmptyState
    icon="list"
    heading="h2"
    title="Nothing in this list yet"
    action={
      <Link href={links.newSearch()} className={buttonClass()}>
        Find companies
      </Link>
    }
  >
    Choose rows in a search and add them here. Adding is free.
  </EmptyState>
)
