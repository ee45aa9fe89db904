import type { Activity } from '../../../contract/saved-work/activities.ts'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { visitLabel } from '../../shared/visits/last-visits.ts'
import type { Distance, LatLng } from '../../offline/pin-search.ts'
import { Icon } from '../../ui/icon.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

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
  onOpen: (id: string) => void
  onVisit: (view: RecordView) => void
  noVisitReason: string | undefined
}

export const VisitMark = ({ visit, now }: { visit: Activity; now: number }) => (
  <span className="inline-flex max-w-full items-center gap-1 font-medium text-accent-strong">
    <Icon name="check" size={14} className="shrink-0" />
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

export const tradeOf = (view: RecordView): string =>
  'position' in view
    ? joined(view.position, view.company.name)
    : (view.industry?.l2 ?? view.industry?.l1 ?? '')
