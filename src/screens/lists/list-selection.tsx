import { useCallback, useState } from 'react'
import { maxListed } from '../../../contract/saved-work/item.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { askToDownload } from '../../shared/downloads/download-store.ts'
import { formatNumber, formatRecords } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { UnlockButton } from '../../shared/credits/unlock-button.tsx'
import { addToList, removeFromList } from '../../offline/lists.ts'
import { Button } from '../../ui/button.tsx'
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
  if (chosen.size === 0) return null
  const most = Math.min(total, maxListed)
  return (
    <div
      role="region"
      aria-label="Selection"
      className="flex flex-wrap items-center gap-2 border-t border-line bg-card px-4 py-2 shadow-overlay sm:rounded-t-md sm:border"
    >
      <span role="status" className="tabular text-14 font-medium">
        {formatNumber(chosen.size)} selected
      </span>
      <span className="flex-1">
        {total > 1 && (
          <SelectFirst max={most} total={total} onSelect={(count) => void selection.first(count)} />
        )}
      </span>
      {row.isOnDevice && (
        <Button size="sm" icon="list" busy={busy} onClick={() => onAdd([...chosen])}>
          Add to another list
        </Button>
      )}
      {row.category === 'people' && (
        <UnlockButton
          what={{
            category: row.category,
            source: { kind: 'ids', ids: [...chosen] },
            name: formatRecords(chosen.size, row.category),
          }}
        />
      )}
      <Button
        size="sm"
        icon="download"
        busy={busy}
        onClick={() =>
          askToDownload({
            category: row.category,
            source: { kind: 'ids', ids: [...chosen] },
            name: row.name,
          })
        }
      >
        Download
      </Button>
      {row.saved.of === 'list' && row.isOnDevice && (
        <Button
          size="sm"
          icon="minus"
          busy={busy}
          disabledReason={mayChange ? undefined : 'Only the owner can do this.'}
          onClick={() => onRemove([...chosen])}
        >
          Remove from this list
        </Button>
      )}
      <Button size="sm" variant="quiet" onClick={selection.clear}>
        Clear selection
      </Button>
    </div>
  )
}

/** Removes records from a list, with undo. */
export const useRemoveRecords = (row: SavedRow, removed: (ids: readonly string[]) => void) => {
  const local = useLocal()
  return async (ids: readonly string[]): Promise<Outcome | undefined> => {
    const done = await runAction(async () => {
      await removeFromList(local, row.id, ids)
      return true
    })
    if (done === undefined) return undefined
    removed(ids)
    return {
      message: `${formatRecords(ids.length, row.category)} removed from this list`,
      listId: null,
      undo: () => addToList(local, row.id, ids),
    }
  }
}
