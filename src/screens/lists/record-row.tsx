import { memo } from 'react'
import { Link } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import type { Activity } from '../../../contract/saved-work/activities.ts'
import type { Category, CompanyView, RecordView } from '../../../contract/records/records.ts'
import { isListed } from '../../shared/do-not-call/do-not-call.ts'
import { visitLabel } from '../../shared/visits/last-visits.ts'
import { formatDistance, phoneOf, spotOf, townOf } from '../../shared/visits/locations.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import { mapsLink } from '../../lib/maps.ts'
import type { Distance, LatLng } from '../../offline/pin-search.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CallWay, Way } from './row-ways.tsx'

export type RecordRowProps = {
  category: Category
  view: RecordView
  distance: Distance | undefined
  origin: LatLng | null
  /** The locations that the list is about: of several offices, one there is shown. */
  region: readonly string[]
  /** The last visit, if it was lately. */
  visit: Activity | undefined
  actionsFor: (view: RecordView) => readonly MenuItem[]
  selected: boolean
  onToggle: (id: string) => void
  /** Asks how a visit went. */
  onVisit: (view: RecordView) => void
  /** Why no visit can be logged. */
  noVisitReason: string | undefined
}

/** A record of a list with its distance and ways to contact it. Memoized, because scrolling passes thousands. */
export const RecordRow = memo(function RecordRow({
  category,
  view,
  distance,
  origin,
  region,
  visit,
  actionsFor,
  selected,
  onToggle,
  onVisit,
  noVisitReason,
}: RecordRowProps) {
  const now = useMinute()
  const spot = spotOf(view, origin, region)
  const called = phoneOf(view)
  const [first, second] = linesOf(view, townOf(spot?.location ?? homeOf(view)))
  return (
    <div
      className={`relative flex h-full items-center gap-1 pr-4 pl-0.5 hover:bg-sunken ${selected ? 'bg-sunken' : ''}`}
    >
      <span className="relative z-1 self-stretch">
        <Checkbox
          label={`Select ${view.name}`}
          labelHidden
          className="h-full"
          checked={selected}
          onCheckedChange={() => onToggle(view.id)}
        />
      </span>
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="flex min-w-0 items-center gap-2">
          <Link
            href={recordLink(category, view.id)}
            title={view.name}
            className="min-w-0 truncate font-medium after:absolute after:inset-0"
          >
            {view.name}
          </Link>
          {view.unlocked && <Badge tone="accent">Revealed</Badge>}
        </p>
        <p className="truncate text-13 text-ink-soft empty:hidden">{first}</p>
        <p className="tabular truncate text-13 text-ink-faint empty:hidden">
          {visit === undefined ? second : <VisitMark visit={visit} now={now} />}
        </p>
      </div>
      <div className="relative z-1 flex shrink-0 items-center">
        {distance !== undefined && (
          <span className="tabular mr-1 shrink-0 text-13 font-medium">
            {formatDistance(distance)}
          </span>
        )}
        <IconButton
          icon="check"
          size="sm"
          label={`Log visit to ${view.name}`}
          disabledReason={noVisitReason}
          onClick={() => onVisit(view)}
        />
        {called !== null && <CallWay {...called} name={view.name} />}
        {spot !== null && (
          <Way icon="map-pin" href={mapsLink(spot.location, view.name)}>
            Open {view.name} in maps
          </Way>
        )}
        <Menu label={`Actions for ${view.name}`} size="sm" groups={[{ items: actionsFor(view) }]} />
      </div>
    </div>
  )
})

export const VisitMark = ({ visit, now }: { visit: Activity; now: number }) => (
  <span className="inline-flex max-w-full items-center gap-1 font-medium text-accent-strong">
    <Icon name="check" size={16} className="shrink-0" />
    <span className="truncate">{visitLabel(visit, now)}</span>
  </span>
)

export const RecordToCome = () => (
  <div className="flex h-full flex-col justify-center gap-2 px-3 sm:px-4">
    <Skeleton className="w-48" />
    <Skeleton className="w-64 max-w-full" />
  </div>
)

export const joined = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' · ')

/** Where a record is if it has no point on the map. */
export const homeOf = (view: RecordView) => ('position' in view ? view.location : view.hq)

/** What a company does, or a person. */
export const tradeOf = (view: RecordView): string =>
  'position' in view
    ? joined(view.position, view.company.name)
    : (view.industry?.l2 ?? view.industry?.l1 ?? '')

const linesOf = (view: RecordView, town: string): [string, string] =>
  'position' in view
    ? [tradeOf(view), joined(town, isListed(view) ? 'Do not call' : undefined, verified(view))]
    : [joined(tradeOf(view), town), joined(employees(view), verified(view))]

const employees = ({ employees_local: exact, company_size: band }: CompanyView) =>
  exact === undefined
    ? band && `${band.replace('-', '–')} employees`
    : formatCount(exact, 'employee', 'employees')

const verified = ({ quality }: RecordView): string | undefined =>
  quality.verified_at === undefined ? undefined : `verified ${formatDay(quality.verified_at)}`
