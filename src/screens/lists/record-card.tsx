import { memo, useRef } from 'react'
import { Link } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import { leftText } from '../../shared/records/left-mark.tsx'
import { isListed, phoneOf } from '../../shared/do-not-call/do-not-call.ts'
import { formatDistance, spotOf, townOf } from '../../shared/visits/locations.ts'
import { mapsLink } from '../../lib/maps.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { homeOf, joined, tradeOf, VisitMark, type RecordRowProps } from './record-row.tsx'
import { CallWay, LogVisit } from './row-ways.tsx'
import { useSwipe } from './use-swipe.ts'

/** A swipe to the right logs a visit and one to the left calls, or shows the way; a long press selects. */
export const RecordCard = memo(function RecordCard({
  category,
  view,
  distance,
  origin,
  region,
  visit,
  actionsFor,
  selected,
  selecting,
  onToggle,
  onOpen,
  onVisit,
  noVisitReason,
}: RecordRowProps & { selecting: boolean }) {
  const now = useMinute()
  const call = useRef<HTMLSpanElement>(null)
  const spot = spotOf(view, origin, region)
  const called = phoneOf(view)
  const directions = spot === null ? null : mapsLink(spot.location, view.name)
  const callOrGo = (): void => {
    if (called !== null) call.current?.querySelector<HTMLElement>('a, button')?.click()
    else if (directions !== null) open(directions, '_blank', 'noreferrer')
  }
  const swipe = useSwipe<HTMLDivElement>({
    onRight: noVisitReason === undefined ? () => onVisit(view) : null,
    onLeft: called !== null || directions !== null ? callOrGo : null,
    onHold: () => onToggle(view.id),
  })
  const town = townOf(spot?.location ?? homeOf(view))
  const cautions = joined(
    'position' in view && view.left ? leftText(view.left) : undefined,
    isListed(view) ? 'Do not call' : undefined,
  )
  return (
    <div className="relative h-full bg-accent-soft text-accent-strong">
      <p aria-hidden className="absolute inset-0 flex items-center justify-between px-5 text-14">
        <span className="flex items-center gap-2 font-medium">
          <Icon name="visit" size={20} />
          Log visit
        </span>
        <span className="flex items-center gap-2 font-medium">
          {called === null ? 'Directions' : 'Call'}
          <Icon name={called === null ? 'directions' : 'phone'} size={20} />
        </span>
      </p>
      <div
        {...swipe}
        className={`relative flex h-full touch-pan-y items-stretch pr-1 text-ink transition-transform duration-place select-none [-webkit-touch-callout:none] ${selected ? 'bg-sunken' : 'bg-card'} ${selecting ? 'pl-0.5' : 'pl-3'}`}
      >
        {selecting && (
          <span className="relative z-1">
            <Checkbox
              label={`Select ${view.name}`}
              labelHidden
              className="h-full"
              checked={selected}
              onCheckedChange={() => onToggle(view.id)}
            />
          </span>
        )}
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_1fr] gap-x-1 pt-2.5 pb-1">
          <p className="col-span-2 flex min-w-0 items-baseline gap-2 pr-2">
            {view.unlocked && (
              <Icon name="unlock" size={16} label="Revealed" className="self-center text-accent" />
            )}
            {view.crm && (
              <Icon name="exchange" size={16} label="In CRM" className="self-center text-info" />
            )}
            <Link
              href={recordLink(category, view.id)}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                onOpen(view.id)
              }}
              title={view.name}
              draggable={false}
              className="min-w-0 flex-1 truncate text-16 font-semibold after:absolute after:inset-0"
            >
              {view.name}
            </Link>
            {distance !== undefined && (
              <span className="tabular shrink-0 text-14 font-medium">
                {formatDistance(distance)}
              </span>
            )}
          </p>
          <div className="min-w-0 self-center text-13 text-ink-soft">
            <p className="truncate empty:hidden">
              {visit === undefined ? tradeOf(view) : joined(town, cautions)}
            </p>
            <p className="truncate empty:hidden">
              {visit === undefined ? joined(town, cautions) : <VisitMark visit={visit} now={now} />}
            </p>
          </div>
          <div className="relative z-1 flex shrink-0 items-center self-end">
            <LogVisit
              name={view.name}
              className="px-2!"
              disabledReason={noVisitReason}
              onPress={() => onVisit(view)}
            />
            {called !== null && (
              <span ref={call} className="contents">
                <CallWay {...called} name={view.name} />
              </span>
            )}
            <Menu
              label={`Actions for ${view.name}`}
              groups={[
                {
                  items: [
                    ...(directions === null ? [] : [directionsItem(directions)]),
                    selectItem(selected, () => onToggle(view.id)),
                  ],
                },
                { items: actionsFor(view) },
              ]}
            />
          </div>
        </div>
      </div>
    </div>
  )
})

const directionsItem = (href: string): MenuItem => ({
  label: 'Directions',
  icon: 'directions',
  href,
})

const selectItem = (selected: boolean, onSelect: () => void): MenuItem => ({
  label: selected ? 'Clear selection' : 'Select',
  icon: 'check',
  onSelect,
})
