import { memo, useState } from 'react'
import { Link } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import { washHolds } from '../../../contract/org/do-not-call.ts'
import type {
  Category,
  CompanyView,
  DoNotCall,
  RecordView,
} from '../../../contract/records/records.ts'
import { AskBeforeCalling } from '../../shared/credits/ask-before-calling.tsx'
import { callAddress, isListed, reasonToAsk } from '../../shared/do-not-call/do-not-call.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import { mapsLink } from '../../lib/maps.ts'
import { useLayout } from '../../lib/use-media.ts'
import type { Distance, LatLng } from '../../offline/pin-search.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatDistance, phoneOf, spotOf, townOf, type Spot } from './locations.ts'

/** A record of a list with its distance and ways to contact it. Memoized, because scrolling passes thousands. */
export const RecordRow = memo(function RecordRow({
  category,
  view,
  distance,
  origin,
  actionsFor,
  selected,
  onToggle,
}: {
  category: Category
  view: RecordView
  distance: Distance | undefined
  origin: LatLng | null
  actionsFor: (view: RecordView) => readonly MenuItem[]
  selected: boolean
  onToggle: (id: string) => void
}) {
  const phone = useLayout() === 'phone'
  const spot = spotOf(view, origin)
  const called = phoneOf(view)
  const far = distance === undefined ? undefined : formatDistance(distance)
  const lines = linesOf(view, spot, phone ? far : undefined, phone)
  const [first, ...others] = lines.filter((text) => text !== '')
  return (
    <div
      className={`relative flex h-full items-center gap-1 pr-3 pl-0.5 hover:bg-sunken sm:pr-4 ${selected ? 'bg-sunken' : ''}`}
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
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 max-sm:leading-4.5">
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
        <p className={`${line} col-start-1 text-ink-soft`}>{first}</p>
        {others.map((text) => (
          <p key={text} className={`${line} tabular col-start-1 text-ink-faint max-sm:col-span-2`}>
            {text}
          </p>
        ))}
        <div className="relative z-1 col-start-2 row-span-2 row-start-1 flex shrink-0 items-center sm:row-span-3 sm:row-start-1">
          {!phone && far !== undefined && (
            <span className="tabular mr-1 shrink-0 text-13 font-medium">{far}</span>
          )}
          {called !== null && <CallWay {...called} name={view.name} />}
          {spot !== null && (
            <Way icon="map-pin" href={mapsLink(spot, view.name)}>
              Open {view.name} in maps
            </Way>
          )}
          <Menu
            label={`Actions for ${view.name}`}
            size="sm"
            groups={[{ items: actionsFor(view) }]}
          />
        </div>
      </div>
    </div>
  )
})

const line = 'truncate text-13 max-sm:leading-4.5'

export const RecordToCome = () => (
  <div className="flex h-full flex-col justify-center gap-2 px-3 sm:px-4">
    <Skeleton className="w-48" />
    <Skeleton className="w-64 max-w-full" />
  </div>
)

/** Calls a number; asks first where its Do Not Call check is stale. */
const CallWay = ({
  name,
  number,
  dnc,
}: {
  name: string
  number: string
  dnc?: DoNotCall | undefined
}) => {
  const [asking, setAsking] = useState<boolean>()
  const reason = reasonToAsk(dnc, useMinute())
  if (dnc === undefined || reason === null)
    return (
      <Way icon="phone" href={callAddress(number)}>
        Call {name}
      </Way>
    )
  return (
    <>
      <IconButton
        icon="phone"
        size="sm"
        aria-haspopup="dialog"
        label={`Call ${name}, whose number was not checked in the last ${washHolds} days`}
        onClick={() => setAsking(true)}
      />
      {asking !== undefined && (
        <AskBeforeCalling
          name={name}
          number={number}
          dnc={dnc}
          open={asking}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

const Way = ({ icon, href, children }: { icon: IconName; href: string; children: string[] }) => (
  <a
    href={href}
    aria-label={children.join('')}
    className={`${buttonClass('quiet', 'sm')} w-control px-0! pointer-fine:w-8`}
    {...(href.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {})}
  >
    <Icon name={icon} size={18} />
  </a>
)

const joined = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' · ')

/** The lines below the name. On a phone the location has its own line, because the buttons take half of the first two. */
const linesOf = (
  view: RecordView,
  spot: Spot | null,
  far: string | undefined,
  phone: boolean,
): string[] => {
  if ('position' in view) {
    const { position, company, location } = view
    const listed = isListed(view) ? 'Do not call' : undefined
    const last = joined(far, townOf(location), listed, verified(view))
    return phone ? [position, company.name, last] : [joined(position, company.name), last]
  }
  const industry = view.industry?.l2 ?? view.industry?.l1
  // The town of the office to visit.
  const town = townOf(spot?.location ?? view.hq)
  const last = joined(employees(view), verified(view))
  return phone ? [industry ?? '', joined(far, town), last] : [joined(industry, town), last]
}

const employees = ({ employees_local: exact, company_size: band }: CompanyView) =>
  exact === undefined
    ? band && `${band.replace('-', '–')} employees`
    : formatCount(exact, 'employee', 'employees')

const verified = ({ quality }: RecordView): string | undefined =>
  quality.verified_at === undefined ? undefined : `verified ${formatDay(quality.verified_at)}`
