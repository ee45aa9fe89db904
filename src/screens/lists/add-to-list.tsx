import { useMemo, useState } from 'react'
import { useIdentity } from '../../session/use-identity.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useDevice, useLive, useLocal } from '../../shared/offline/device.tsx'
import { formatNumber } from '../../lib/format.ts'
import { adviceOn, useReadFailure } from '../../shared/offline/read-failure.ts'
import { useApi } from '../../lib/use-api.ts'
import { lists, savedSearches } from '../../offline/live.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { runAction } from './run-action.ts'
import { AddedBar, type Added } from './added-bar.tsx'
import {
  addRecords,
  manyOf,
  NotAdded,
  type Outcome,
  type RecordsToAdd,
  type Target,
} from './add-records.ts'
import { onlyRead } from './from-server.tsx'

/** Asks which list to add records to, adds them, and shows the result with undo. `lastOutcome` is another finished action to show. */
export const AddToList = ({
  adding,
  onClose,
  onAdded,
  lastOutcome = null,
}: {
  adding: RecordsToAdd | null
  onClose: () => void
  onAdded?: () => void
  lastOutcome?: Outcome | null
}) => {
  const api = useApi()
  const local = useLocal()
  const device = useDevice()
  const [added, setAdded] = useState<Added | null>(null)
  const [seenOutcome, setSeenOutcome] = useState(lastOutcome)
  if (seenOutcome !== lastOutcome) {
    setSeenOutcome(lastOutcome)
    if (lastOutcome !== null) setAdded({ is: 'added', outcome: lastOutcome })
  }
  const add = async (records: RecordsToAdd, target: Target): Promise<void> => {
    if (device === null) return
    onClose()
    setAdded({ is: 'adding', message: `Adding ${manyOf(records)} to “${target.name}”` })
    const done = await orWhyNot(() => addRecords({ api, local, device }, records, target))
    if (done === undefined) return setAdded(null)
    if (done instanceof NotAdded) return setAdded({ is: 'refused', message: done.message })
    setAdded({ is: 'added', outcome: done })
    onAdded?.()
  }
  const undo = async (): Promise<void> => {
    if (added?.is !== 'added') return
    setAdded({ is: 'adding', message: 'Undoing' })
    const done = await orWhyNot(added.outcome.undo)
    setAdded(done instanceof NotAdded ? { is: 'refused', message: done.message } : null)
  }
  return (
    <>
      <WhichList
        adding={adding}
        onClose={onClose}
        onChosen={(records, target) => void add(records, target)}
      />
      <AddedBar added={added} onUndo={() => void undo()} onClose={() => setAdded(null)} />
    </>
  )
}

/** The result, or why nothing was done; undefined where storage failed and has already shown a message. */
const orWhyNot = <Done,>(act: () => Promise<Done>): Promise<Done | NotAdded | undefined> =>
  runAction(() =>
    act().catch((error: unknown) => {
      if (error instanceof NotAdded) return error
      throw error
    }),
  )

const WhichList = ({
  adding,
  onClose,
  onChosen,
}: {
  adding: RecordsToAdd | null
  onClose: () => void
  onChosen: (records: RecordsToAdd, target: Target) => void
}) => {
  const offline = useOffline()
  const { role } = useIdentity()
  const all = useLive(lists)
  const searches = useLive(savedSearches)
  const [typed, setTyped] = useState('')
  const category = adding?.category
  const open = useMemo(
    () =>
      (all ?? []).filter(
        ({ value }) =>
          value.category === category &&
          value.kind !== 'dynamic' &&
          (value.kind === 'suppression'
            ? role === 'admin'
            : value.isOwner || (value.shared && role === 'admin')),
      ),
    [all, category, role],
  )
  const fresh = typed.trim()
  const fitting = open.filter(({ value }) => value.name.toLowerCase().includes(fresh.toLowerCase()))
  const isFresh = ({ value }: (typeof open)[number]): boolean =>
    value.isOwner && value.name.toLowerCase() === fresh.toLowerCase()
  const asSearch = searches?.some(
    ({ value }) =>
      value.isOwner &&
      value.category === category &&
      value.name.toLowerCase() === fresh.toLowerCase(),
  )
  const choose = (target: Target): void => {
    setTyped('')
    if (adding !== null) onChosen(adding, target)
  }
  const mayCreate = fresh !== '' && asSearch !== true && !open.some(isFresh)
  // Lists that fit come before a new one: most of what is typed looks for a list.
  const first =
    fitting.find(({ value }) => value.name.toLowerCase() === fresh.toLowerCase()) ?? fitting[0]
  const takeFirst = (): void => {
    if (fresh === '') return
    if (first !== undefined) choose({ id: first.id, name: first.value.name })
    else if (mayCreate) choose({ name: fresh })
  }
  const waits = adding !== null && 'found' in adding && offline
  const unread = useReadFailure(all)
  return (
    <Dialog
      open={adding !== null}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      size="sm"
      position="top"
      title="Add to a list"
      description={
        unread !== null
          ? `${onlyRead} To add to a list, ${adviceOn(unread)}.`
          : waits
            ? 'You’re offline, so you can’t add a whole search. Select rows one by one instead.'
            : `${adding === null ? '' : `${manyOf(adding)}. `}Adding is free. Duplicates are skipped.`
      }
    >
      {!waits && unread === null && (
        <>
          <TextField
            label="Search lists or name a new one"
            value={typed}
            onValueChange={setTyped}
            maxLength={80}
            icon="search"
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) takeFirst()
            }}
            hint={
              asSearch === true
                ? `You already have a saved search called “${fresh}”. Choose a different name.`
                : undefined
            }
          />
          <ul className="mt-2 flex max-h-80 flex-col overflow-y-auto scroll-quiet">
            {fitting.map(({ id, value }) => (
              <li key={id}>
                <button
                  type="button"
                  className="flex min-h-control w-full items-center gap-2 rounded-sm px-3.5 text-left text-14 hover:bg-sunken"
                  onClick={() => choose({ id, name: value.name })}
                >
                  <Icon name={value.kind === 'suppression' ? 'exclude' : 'list'} size={18} />
                  <span className="min-w-0 flex-1 truncate">{value.name}</span>
                  {value.kind === 'suppression' && (
                    <span className="text-12 text-ink-faint">Suppression</span>
                  )}
                  <span className="tabular text-12 text-ink-faint">
                    {formatNumber(value.count ?? 0)}
                  </span>
                  {fresh !== '' && id === first?.id && <EnterKey />}
                </button>
              </li>
            ))}
            {mayCreate && (
              <li>
                <Button
                  variant="quiet"
                  icon="plus"
                  className="w-full justify-start! text-left"
                  onClick={() => choose({ name: fresh })}
                >
                  <span className="min-w-0 flex-1 truncate">New list “{fresh}”</span>
                  {first === undefined && <EnterKey />}
                </Button>
              </li>
            )}
          </ul>
          {all !== undefined && fitting.length === 0 && fresh === '' && (
            <p className="py-3 text-14 text-ink-soft">No lists yet. Enter a name to create one.</p>
          )}
        </>
      )}
    </Dialog>
  )
}

/** On the line that Enter takes. */
const EnterKey = () => (
  <span aria-hidden className="pointer-coarse:hidden">
    <Kbd>Enter</Kbd>
  </span>
)
