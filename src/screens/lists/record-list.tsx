import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { useScreenSnapshot } from '../../lib/last-screen.ts'
import { useLayout } from '../../lib/use-media.ts'
import type { LatLng } from '../../offline/pin-search.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import type { Found } from './found.ts'
import type { ListSelection } from './list-selection.tsx'
import { RecordRow, RecordToCome } from './record-row.tsx'

/** Four lines on a phone, three elsewhere. */
const rowHeights = { phone: 100, tablet: 84, desk: 84 }

export const RecordList = ({
  category,
  found,
  total,
  origin,
  actionsFor,
  selection,
}: {
  category: Category
  found: Found
  total: number
  origin: LatLng | null
  actionsFor: (view: RecordView) => readonly MenuItem[]
  selection: Pick<ListSelection, 'chosen' | 'toggle'>
}) => {
  const rowHeight = rowHeights[useLayout()]
  const box = useRef<HTMLUListElement>(null)
  const snapshotProps = useScreenSnapshot()
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
      {...snapshotProps}
      style={{ height: rows.getTotalSize() }}
      className="relative overflow-hidden rounded-md border border-line bg-card"
    >
      {drawn.map(({ index, start }) => {
        const view = found.at(index)
        return (
          <li
            key={view?.id ?? index}
            data-row
            aria-posinset={index + 1}
            aria-setsize={total}
            style={{ height: rowHeight, transform: `translateY(${start - top}px)` }}
            className="absolute inset-x-0 top-0 border-b border-line"
          >
            {view === undefined ? (
              <RecordToCome />
            ) : (
              <RecordRow
                category={category}
                view={view}
                distance={found.distances.get(view.id)}
                origin={origin}
                actionsFor={actionsFor}
                selected={selection.chosen.has(view.id)}
                onToggle={selection.toggle}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
