import { useState } from 'react'
import { Link } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import { mapsLink } from '../../lib/maps.ts'
import { newTab } from '../../lib/new-tab.ts'
import { followUpsOf } from '../../offline/follow-ups.ts'
import { activitiesOf } from '../../offline/live.ts'
import { entityKey } from '../../offline/entities/entities.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { useItemStates, useLive } from '../offline/device.tsx'
import { FollowUpButton } from './follow-up-button.tsx'
import { visitsFrom } from './last-visits.ts'
import { formatDistance } from './locations.ts'
import { findNextStop } from './round.ts'
import { EditVisit, type Visited } from './visit-sheet.tsx'

export type SavedVisitRow = { id: string; about: Visited }

export const SavedVisit = ({
  visit,
  isCard = false,
  ...actions
}: {
  visit: SavedVisitRow | null
  /** In a page, with its corners; otherwise a bar at the bottom of a phone. */
  isCard?: boolean | undefined
  onClose: () => void
  /** Logs the next visit from here; without it, its record opens in place of this one. */
  onLog?: (about: Visited) => void
}) => (
  <div role="status">
    {visit !== null && <Saved key={visit.id} {...{ visit, isCard, ...actions }} />}
  </div>
)

const Saved = ({
  visit: { id, about },
  isCard,
  onClose,
  onLog,
}: {
  visit: SavedVisitRow
  isCard: boolean
  onClose: () => void
  onLog?: (about: Visited) => void
}) => {
  const { recordId } = about
  const since = visitsFrom(useMinute())
  const followUps = useLive((device) => followUpsOf(device, recordId), [recordId])
  const isDated = followUps?.some(({ value }) => value.origin?.id === id)
  const next = useLive((device) => findNextStop(device, recordId, since), [recordId, since])
  const unsent = useItemStates().has(entityKey('activities', id))
  const saved = unsent ? 'Saved on this device.' : 'Saved.'
  const stop = next?.is === 'stop' ? next : null
  return (
    <div
      className={cx(
        'flex flex-col gap-1 border-line bg-card px-4 py-2 text-14 shadow-overlay',
        isCard ? 'mt-2 rounded-md border' : 'border-t sm:rounded-md sm:border',
      )}
    >
      <div className="flex items-start gap-2">
        <Icon name="check" size={18} className="mt-3 shrink-0 text-accent" />
        <p className="min-w-0 flex-1 py-3 wrap-anywhere">
          {saved}
          {next?.is === 'done' &&
            (next.list
              ? ' Everything on this list is visited.'
              : ' Everything you found in this list is visited.')}
          {stop !== null && (
            <>
              {' Next: '}
              <NextLink stop={stop} replaces={onLog === undefined} />
              {stop.distance !== null && `, ${formatDistance(stop.distance)}`}
              {/* The list measures from the device: its nearest may be another. */}
              {stop.distance !== null && stop.from === 'visited' && ` from ${about.name}`}
            </>
          )}
        </p>
        <IconButton icon="close" label="Dismiss" onClick={onClose} />
      </div>
      <div className="flex gap-2 pb-1">
        <NoteButton id={id} recordId={recordId} />
        {isDated === false && <FollowUpButton about={about} origin={{ kind: 'visit', id }} />}
      </div>
      {stop !== null && (
        <p className="flex gap-2 pb-1 *:flex-1 sm:*:flex-none">
          {stop.spot !== null && (
            <a
              href={mapsLink(stop.spot, stop.view.name)}
              aria-label={`Directions to ${stop.view.name}`}
              className={`${buttonClass('primary')} min-w-0`}
              {...newTab(mapsLink(stop.spot, stop.view.name))}
            >
              <Icon name="directions" size={18} />
              <span className="truncate">Directions to {stop.view.name}</span>
            </a>
          )}
          {onLog !== undefined && (
            <Button
              icon="visit"
              aria-label={`Log visit to ${stop.view.name}`}
              onClick={() => onLog(aboutOf(stop.view))}
            >
              Log visit
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

/** Adds a note to the visit, or changes it. */
const NoteButton = ({ id, recordId }: { id: string; recordId: string }) => {
  const [open, setOpen] = useState(false)
  const activities = useLive((device) => activitiesOf(device, recordId), [recordId])
  const visit = activities?.find(({ value }) => value.id === id)?.value
  if (visit === undefined) return null
  return (
    <>
      <Button size="sm" icon="edit" onClick={() => setOpen(true)}>
        {visit.text === '' ? 'Add visit note' : 'Edit visit note'}
      </Button>
      {open && <EditVisit visit={visit} open={open} onOpenChange={setOpen} />}
    </>
  )
}

type Stop = Extract<NonNullable<Awaited<ReturnType<typeof findNextStop>>>, { is: 'stop' }>

const NextLink = ({ stop: { view }, replaces }: { stop: Stop; replaces: boolean }) => (
  <Link
    href={recordLink(aboutOf(view).category, view.id)}
    replace={replaces}
    className="font-medium text-accent-strong underline-offset-2 hover:underline"
  >
    {view.name}
  </Link>
)

const aboutOf = (view: Stop['view']): Visited => ({
  category: 'position' in view ? 'people' : 'company',
  recordId: view.id,
  name: view.name,
})
