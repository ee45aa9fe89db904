import { outcomeLabels } from '../../../contract/saved-work/outcome-labels.ts'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { mapsLink } from '../../lib/maps.ts'
import type { DayStop } from '../../shared/day-plan/read-day.ts'
import { formatWeekday } from '../../shared/visits/due.ts'
import type { Visited } from '../../shared/visits/visit-sheet.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'

/** A stop of the plan, moved by its buttons; its name leads to the brief for its door. */
export const StopRow = ({
  stop,
  index,
  count,
  day,
  isToday,
  nextDay,
  onLog,
  onMove,
  onRemove,
  onPostpone,
}: {
  stop: DayStop
  index: number
  count: number
  day: string
  isToday: boolean
  nextDay: string
  onLog: (about: Visited) => void
  onMove: (to: number) => void
  onRemove: () => void
  onPostpone: (day: string) => void
}) => {
  const { category, recordId, name, town, spot, visit } = stop
  const label = name ?? 'a removed stop'
  const [up, down, moveBy] = useMoving(index, onMove)
  return (
    <li data-row className="flex items-center gap-1 py-1 pr-1 pl-3">
      <span className="tabular w-7 shrink-0 text-14 text-ink-soft">
        {visit === null ? index + 1 : <Icon name="check" size={18} className="text-accent" />}
      </span>
      <div className="min-w-0 flex-1 py-1">
        {name === null ? (
          <p className="text-14 text-ink-soft">This record was removed from Fieldbook.</p>
        ) : (
          <Link
            href={links.dayStop(recordId, day)}
            className="-my-1 line-clamp-2 py-1 text-14 font-medium hover:underline"
          >
            {name}
          </Link>
        )}
        <p className="truncate text-13 text-ink-faint empty:hidden">
          {[
            ...(visit === null
              ? []
              : [visit.outcome === null ? 'Visited' : `Visited, ${outcomeLabels[visit.outcome]}`]),
            ...(town === '' ? [] : [town]),
            ...(name !== null && spot === null ? ['No known address'] : []),
          ].join(' · ')}
        </p>
      </div>
      <IconButton
        ref={up}
        icon="chevron-up"
        label={`Move ${label} up`}
        disabledReason={index === 0 ? 'This is the first stop.' : undefined}
        onClick={() => moveBy(-1)}
      />
      <IconButton
        ref={down}
        icon="chevron-down"
        label={`Move ${label} down`}
        disabledReason={index === count - 1 ? 'This is the last stop.' : undefined}
        onClick={() => moveBy(1)}
      />
      <Menu
        label={`Actions for ${label}`}
        groups={[
          {
            items: [
              ...(isToday && name !== null
                ? [
                    {
                      label: 'Log visit',
                      icon: 'visit' as const,
                      onSelect: () => onLog({ category, recordId, name }),
                    },
                  ]
                : []),
              ...(spot !== null && name !== null
                ? [
                    {
                      label: 'Directions',
                      icon: 'directions' as const,
                      href: mapsLink(spot.location, name),
                    },
                  ]
                : []),
              ...(index === 0
                ? []
                : [
                    {
                      label: 'Make it first',
                      icon: 'chevron-up' as const,
                      onSelect: () => onMove(0),
                    },
                  ]),
            ],
          },
          {
            items: [
              ...(name === null
                ? []
                : [
                    {
                      label: `Move to ${formatWeekday(nextDay)}`,
                      icon: 'calendar' as const,
                      onSelect: () => onPostpone(nextDay),
                    },
                  ]),
              { label: 'Remove', icon: 'close', onSelect: onRemove },
            ],
          },
        ]}
      />
    </li>
  )
}

/** A row that moves in the document loses the focus of its buttons: it goes back to the pressed button. */
const useMoving = (index: number, onMove: (to: number) => void) => {
  const [up, down] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  const pressed = useRef<typeof up | null>(null)
  useEffect(() => {
    pressed.current?.current?.focus()
    pressed.current = null
  }, [index])
  const moveBy = (step: -1 | 1): void => {
    pressed.current = step === -1 ? up : down
    onMove(index + step)
  }
  return [up, down, moveBy] as const
}
