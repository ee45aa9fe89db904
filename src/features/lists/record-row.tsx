import { memo } from 'react'
import { Link } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import type { Category, CompanyView, PersonView, RecordView } from '../../../contract/records.ts'
import { isListed } from '../../lib/do-not-call.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import { mapsLink } from '../../lib/maps.ts'
import type { Distance, Here } from '../../local/pin-search.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { distanceWords, phoneOf, spotOf, townOf, type Spot } from './places.ts'

/** One record of a list: what it is, how far it is, and the ways to reach it. Drawn anew only where something of it changed: scrolling through thousands asks for that. */
export const RecordRow = memo(function RecordRow({
  category,
  view,
  distance,
  here,
  actionsFor,
  selected,
  onToggle,
}: {
  category: Category
  view: RecordView
  distance: Distance | undefined
  here: Here | null
  actionsFor: (view: RecordView) => readonly MenuItem[]
  selected: boolean
  onToggle: (id: string) => void
}) {
  const spot = spotOf(view, here)
  const phone = phoneOf(view)
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
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <Link
            href={recordLink(category, view.id)}
            title={view.name}
            className="min-w-0 truncate font-medium after:absolute after:inset-0"
          >
            {view.name}
          </Link>
          {view.unlocked && <Badge tone="accent">Unlocked</Badge>}
        </p>
        <p className="truncate text-13 text-ink-soft">
          {'position' in view ? personLine(view) : companyLine(view, spot)}
        </p>
        <p className="tabular truncate text-13 text-ink-faint">
          {'position' in view ? personFigures(view) : companyFigures(view)}
        </p>
      </div>
      {distance !== undefined && (
        <span className="tabular shrink-0 text-13 font-medium">{distanceWords(distance)}</span>
      )}
      <div className="relative z-1 flex shrink-0 items-center">
        {phone !== null && (
          <Way icon="phone" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
            Call {view.name}
          </Way>
        )}
        {spot !== null && (
          <Way icon="map-pin" href={mapsLink(spot, view.name)}>
            Open {view.name} in maps
          </Way>
        )}
        <Menu label={`Actions for ${view.name}`} size="sm" groups={[{ items: actionsFor(view) }]} />
      </div>
    </div>
  )
})

/** The shape of a record to come. */
export const RecordToCome = () => (
  <div className="flex h-full flex-col justify-center gap-2 px-3 sm:px-4">
    <Skeleton className="w-48" />
    <Skeleton className="w-64 max-w-full" />
  </div>
)

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

/** The town is that of the office one would go to. */
const companyLine = (company: CompanyView, spot: Spot | null): string =>
  joined(company.industry?.l2 ?? company.industry?.l1, townOf(spot?.place ?? company.hq))
const personLine = (person: PersonView): string => joined(person.position, person.company.name)

const companyFigures = (company: CompanyView): string =>
  joined(
    company.employees_local === undefined
      ? company.company_size && `${company.company_size.replace('-', '–')} employees`
      : formatCount(company.employees_local, 'employee', 'employees'),
    verified(company),
  )
const personFigures = (person: PersonView): string =>
  joined(townOf(person.location), isListed(person) ? 'Do not call' : undefined, verified(person))

const verified = ({ quality }: RecordView): string | undefined =>
  quality.verified_at === undefined ? undefined : `verified ${formatDay(quality.verified_at)}`
