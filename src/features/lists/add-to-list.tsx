import { useMemo, useState } from 'react'
import type { Category } from '../../../contract/records.ts'
import { useLive, useLocal } from '../../lib/device.tsx'
import { formatCount } from '../../lib/format.ts'
import { addToList, createList } from '../../local/lists.ts'
import { lists } from '../../local/live.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { acting } from './acting.ts'
import { nounOf } from './saved-rows.ts'

export type RecordsToAdd = { category: Category; ids: readonly string[] }

/** Adds records to one of one's lists or to a new one, with and without a connection. Adding is free. */
export const AddToListDialog = ({
  adding,
  onClose,
}: {
  /** Null while it is closed. */
  adding: RecordsToAdd | null
  onClose: () => void
}) => {
  const local = useLocal()
  const all = useLive(lists)
  const [typed, setTyped] = useState('')
  const category = adding?.category
  const fitting = useMemo(
    () =>
      (all ?? []).filter(
        ({ value }) =>
          value.category === category &&
          value.kind !== 'dynamic' &&
          value.isOwner &&
          value.name.toLowerCase().includes(typed.trim().toLowerCase()),
      ),
    [all, category, typed],
  )
  const add = async (work: (chosen: RecordsToAdd) => Promise<unknown>, name: string) => {
    if (adding === null) return
    onClose()
    const done = await acting(async () => {
      await work(adding)
      return true
    })
    if (done === undefined) return
    setTyped('')
    const many = formatCount(
      adding.ids.length,
      nounOf(adding.category, 1),
      nounOf(adding.category, 2),
    )
    showToast({ title: `${many} added to “${name}”` })
  }
  const fresh = typed.trim()
  const taken = fitting.some(({ value }) => value.name.toLowerCase() === fresh.toLowerCase())
  return (
    <Dialog
      open={adding !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      size="sm"
      position="top"
      title="Add to a list"
      description="Adding is free, and what is in the list already stays once."
    >
      <TextField
        label="Find a list, or name a new one"
        value={typed}
        onValueChange={setTyped}
        maxLength={80}
        icon="search"
      />
      <ul className="mt-2 flex max-h-80 flex-col overflow-y-auto scroll-quiet">
        {fresh !== '' && !taken && (
          <li>
            <Button
              variant="quiet"
              icon="plus"
              className="w-full justify-start! text-left"
              onClick={() =>
                void add(
                  ({ category: of, ids }) =>
                    createList(local, { name: fresh, category: of, recordIds: ids }),
                  fresh,
                )
              }
            >
              <span className="truncate">New list “{fresh}”</span>
            </Button>
          </li>
        )}
        {fitting.map(({ id, value }) => (
          <li key={id}>
            <button
              type="button"
              className="flex min-h-control w-full items-center gap-2 rounded-sm px-3.5 text-left text-14 hover:bg-sunken"
              onClick={() => void add(({ ids }) => addToList(local, id, ids), value.name)}
            >
              <Icon name={value.kind === 'suppression' ? 'exclude' : 'list'} size={18} />
              <span className="min-w-0 flex-1 truncate">{value.name}</span>
              <span className="tabular text-12 text-ink-faint">{value.count ?? 0}</span>
            </button>
          </li>
        ))}
      </ul>
      {all !== undefined && fitting.length === 0 && fresh === '' && (
        <p className="py-3 text-14 text-ink-soft">
          No list yet. Type a name to make the first one.
        </p>
      )}
    </Dialog>
  )
}

/** The button of a selection bar: adds the chosen rows to a list. */
export const AddToList = ({ category, ids }: RecordsToAdd) => {
  const [adding, setAdding] = useState<RecordsToAdd | null>(null)
  return (
    <>
      <Button size="sm" icon="list" onClick={() => setAdding({ category, ids })}>
        Add to list
      </Button>
      <AddToListDialog adding={adding} onClose={() => setAdding(null)} />
    </>
  )
}
