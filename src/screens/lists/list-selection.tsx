import { useCallback, useState } from 'react'
import { mostListed } from '../../../contract/saved-work/item.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { askToDownload } from '../../shared/downloads/downloading.ts'
import { formatNumber, formatRecords } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import type { ToUnlock } from '../../shared/unlocks/unlocking.ts'
import { addToList, removeFromList } from '../../offline/lists.ts'
import { Button } from '../../ui/button.tsx'
import { part } from '../../ui/part.tsx'
import { SelectFirst } from '../../ui/select-first-body.tsx'
import { acting } from './acting.ts'
import type { Outcome } from './adding.ts'
import type { Found } from './found.ts'
import type { Question } from './list-state.ts'
import type { SavedRow } from './saved-rows.ts'

export type ListSelection = ReturnType<typeof useListSelection>

/** Which records of a list are chosen: they stay so while one scrolls, filters and sorts. */
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
  /** Of a list that is not on this device the server says which the first so many are. */
  const idsOf = async (first: number): Promise<readonly string[]> =>
    found.ids?.slice(0, first) ?? (await api.listIds({ id: row.id, ...question, first })).ids
  return {
    chosen,
    busy,
    clear: () => setChosen(none),
    toggle,
    first: async (count: number): Promise<void> => {
      setBusy(true)
      const ids = await acting(
        () => idsOf(count),
        'We couldn’t reach Fieldbook. Try selecting again.',
      )
      if (ids !== undefined) setChosen(new Set(ids))
      setBusy(false)
    },
  }
}
const none: ReadonlySet<string> = new Set()

const UnlockChosen = part<{ what: ToUnlock }>(() =>
  import('../../shared/credits/unlock-button.tsx').then((m) => m.UnlockButton),
)

/** What can be done with the chosen records of a list. */
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
  const most = Math.min(total, mostListed)
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
          <SelectFirst
            most={most}
            total={total}
            onSelect={(count) => void selection.first(count)}
          />
        )}
      </span>
      {row.here && (
        <Button size="sm" icon="list" busy={busy} onClick={() => onAdd([...chosen])}>
          Add to another list
        </Button>
      )}
      {row.category === 'people' && (
        <UnlockChosen
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
      {row.saved.of === 'list' && row.here && (
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

/** Takes records out of a list, with the way back. */
export const useRemoving = (row: SavedRow, removed: (ids: readonly string[]) => void) => {
  const local = useLocal()
  return async (ids: readonly string[]): Promise<Outcome | undefined> => {
    const done = await acting(async () => {
      await removeFromList(local, row.id, ids)
      return true
    })
    if (done === undefined) return undefined
    removed(ids)
    return {
      words: `${formatRecords(ids.length, row.category)} removed from this list`,
      listId: null,
      undo: () => addToList(local, row.id, ids),
    }
  }
}
