import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useScreenSnapshot } from '../../lib/last-screen.ts'
import { useScrollMemory } from '../../lib/scroll-memory.ts'
import { useLayout } from '../../lib/use-media.ts'
import type { LastVisits } from '../../shared/visits/last-visits.ts'
import type { Found } from './found.ts'
import type { ListSelection } from './list-selection.tsx'
import { RecordCard } from './record-card.tsx'
import { RecordRow, RecordToCome, type RecordRowProps } from './record-row.tsx'

/** A name above two lines and buttons on a phone, three lines elsewhere. */
const rowHeights = { phone: 88, tablet: 84, desk: 84 }

export const RecordList = ({
  address,
  found,
  total,
  visits,
  selection,
  ...row
}: {
  /** The address of the list, whose scroll position is remembered. */
  address: string
  found: Found
  total: number
  visits: LastVisits | undefined
  selection: Pick<ListSelection, 'chosen' | 'toggle'>
} & Pick<
  RecordRowProps,
  'category' | 'origin' | 'region' | 'actionsFor' | 'onVisit' | 'noVisitReason'
>) => {
  const layout = useLayout()
  const rowHeight = rowHeights[layout]
  const box = useRef<HTMLUListElement>(null)
  const snapshotProps = useScreenSnapshot()
  useScrollMemory(address, page, true)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measured = box.current?.getBoundingClientRect().top
    if (measured !== undefined) setTop(measured + scrollY)
  }, [total])
  // The virtualizer reads the scroll position on each call; none of its results reaches memoized components.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: top,
    initialRect: { width: innerWidth, height: innerHeight },
  })
  // Rotating a tablet changes the row height, so earlier measurements are stale.
  const measured = useRef(rowHeight)
  useLayoutEffect(() => {
    if (measured.current === rowHeight) return
    measured.current = rowHeight
    rows.measure()
  }, [rows, rowHeight])
  const drawn = rows.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? 0
  const { need } = found
  useEffect(() => need(first, last))
  return (
    <ul
      ref={box}
      // Distances tell where the user is, so a list with them leaves no snapshot.
      {...(row.origin === null && snapshotProps)}
      style={{ height: rows.getTotalSize() }}
      className="relative overflow-hidden rounded-md border border-line bg-card"
    >
      {drawn.map(({ index, start }) => {
        const view = found.at(index)
        const props = view && {
          ...row,
          view,
          distance: found.distances.get(view.id),
          visit: visits?.get(view.id),
          selected: selection.chosen.has(view.id),
          onToggle: selection.toggle,
        }
        return (
          <li
            key={view?.id ?? index}
            aria-posinset={index + 1}
            aria-setsize={total}
            style={{ height: rowHeight, transform: `translateY(${start - top}px)` }}
            className="absolute inset-x-0 top-0 border-b border-line"
          >
            {props === undefined ? (
              <RecordToCome />
            ) : layout === 'phone' ? (
              <RecordCard {...props} selecting={selection.chosen.size > 0} />
            ) : (
              <RecordRow {...props} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The window scrolls, not a box. */
const page = { current: null }
