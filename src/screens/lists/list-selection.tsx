import { useCallback, useState, type ReactNode } from 'react'
import { maxListed } from '../../../contract/saved-work/item.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { PushButton } from '../../shared/crm/push-button.tsx'
import { usePushItems } from '../../shared/crm/push-items.ts'
import { askToDownload } from '../../shared/downloads/download-store.ts'
import { formatNumber, formatRecords } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { UnlockButton } from '../../shared/credits/unlock-button.tsx'
import { addToList, removeFromList } from '../../offline/lists.ts'
import { useLayout } from '../../lib/use-media.ts'
import { askToUnlock } from '../../shared/unlocks/unlock-store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { SelectFirst } from '../../ui/select-first-body.tsx'
import { runAction } from './run-action.ts'
import type { Outcome } from './add-records.ts'
import type { Found } from './found.ts'
import type { Question } from './list-state.ts'
import type { SavedRow } from './saved-rows.ts'

export type ListSelection = ReturnType<typeof useListSelection>

/** The selected records of a list; the selection survives scrolling, filters and sorting. */
export const useListSelection = (row: SavedRow, question: Question, found: Found) => {
  const api = useApi()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(none)
  const [busy, setBusy] = useState(false)
  const toggle = useCallback(
    (id: string) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  /** For a list that is not on this device, the server names the first ids. */
  const idsOf = async (first: number): Promise<readonly string[]> =>
    found.ids?.slice(0, first) ?? (await api.listIds({ id: row.id, ...question, first })).ids
  return {
    chosen,
    busy,
    clear: () => setChosen(none),
    toggle,
    first: async (count: number): Promise<void> => {
      setBusy(true)
      const ids = await runAction(
        () => idsOf(count),
        'We couldn’t reach Fieldbook. Try selecting again.',
      )
      if (ids !== undefined) setChosen(new Set(ids))
      setBusy(false)
    },
  }
}
const none: ReadonlySet<string> = new Set()

export const ListSelectionBar = ({
  row,
  selection,
  total,
  mayChange,
  onAdd,
  onRemove,
}: {
  row: SavedRow
  selection: ListSelection
  total: number
  mayChange: boolean
  onAdd: (ids: readonly string[]) => void
  onRemove: (ids: readonly string[]) => void
}) => {
  const { chosen, busy } = selection
  const phone = useLayout() === 'phone'
  const pushItems = usePushItems()
  if (chosen.size === 0) return null
  const { category, name } = row
  const ids = [...chosen]
  const records = { category, source: { kind: 'ids' as const, ids } }
  const most = Math.min(total, maxListed)
  const add = row.isOnDevice && (
    <Button size="sm" icon="list" busy={busy} onClick={() => onAdd(ids)}>
      Add to another list
    </Button>
  )
  const more = total > 1 && (
    <SelectFirst max={most} total={total} onSelect={(count) => void selection.first(count)} />
  )
  const notMine = mayChange ? undefined : 'Only the owner can do this.'
  const mayRemove = row.saved.of === 'list' && row.isOnDevice
  const count = (
    <span role="status" className="tabular text-14 font-medium whitespace-nowrap">
      {formatNumber(chosen.size)} selected
    </span>
  )
  if (phone) {
    const actions: MenuItem[] = [
      ...(category === 'people'
        ? [
            {
              label: 'Reveal',
              icon: 'unlock' as const,
              onSelect: () =>
                askToUnlock({ ...records, name: formatRecords(chosen.size, category) }),
            },
          ]
        : []),
      {
        label: 'Download',
        icon: 'download',
        onSelect: () => askToDownload({ ...records, name }),
      },
      ...pushItems({ ...records, name }),
      ...(mayRemove
        ? [
            {
              label: 'Remove from this list',
              icon: 'minus' as const,
              disabledReason: notMine,
              onSelect: () => onRemove(ids),
            },
          ]
        : []),
    ]
    return (
      <SelectionRegion className="flex-wrap justify-between gap-x-1">
        <span className="-ml-2 flex items-center">
          <IconButton icon="close" label="Clear selection" onClick={selection.clear} />
          {count}
        </span>
        <span className="-mr-2 flex items-center">
          {more}
          {row.isOnDevice && (
            <IconButton
              icon="list"
              label="Add to another list"
              busy={busy}
              onClick={() => onAdd(ids)}
            />
          )}
          <Menu label="More actions" groups={[{ items: actions }]} />
        </span>
      </SelectionRegion>
    )
  }
  return (
    <SelectionRegion className="flex-wrap gap-2">
      {count}
      <span className="flex-1">{more}</span>
      {add}
      {category === 'people' && (
        <UnlockButton what={{ ...records, category, name: formatRecords(chosen.size, category) }} />
      )}
      <Button
        size="sm"
        icon="download"
        busy={busy}
        onClick={() => askToDownload({ ...records, name })}
      >
        Download
      </Button>
      <PushButton size="sm" what={{ ...records, name }} />
      {mayRemove && (
        <Button
          size="sm"
          icon="minus"
          busy={busy}
          disabledReason={notMine}
          onClick={() => onRemove(ids)}
        >
          Remove from this list
        </Button>
      )}
      <Button size="sm" variant="quiet" onClick={selection.clear}>
        Clear selection
      </Button>
    </SelectionRegion>
  )
}

const SelectionRegion = ({ className, children }: { className: string; children: ReactNode }) => (
  <div
    role="region"
    aria-label="Selection"
    className={`flex items-center border-t border-line bg-card px-4 py-2 shadow-overlay max-sm:py-1 sm:rounded-t-md sm:border ${className}`}
  >
    {children}
  </div>
)

export const useRemoveRecords = (
  row: SavedRow,
  removeFromCache: (ids: readonly string[]) => () => void,
) => {
  const local = useLocal()
  return async (ids: readonly string[]): Promise<Outcome | undefined> => {
    const done = await runAction(async () => {
      await removeFromList(local, row.id, ids)
      return true
    })
    if (done === undefined) return undefined
    const restoreCache = removeFromCache(ids)
    return {
      message: `${formatRecords(ids.length, row.category)} removed from this list`,
      listId: null,
      undo: async () => {
        await addToList(local, row.id, ids)
        restoreCache()
      },
    }
  }
}
