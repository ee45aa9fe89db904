import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useScreenSnapshot } from '../../lib/last-screen.ts'
import { useScrollMemory } from '../../lib/scroll-memory.ts'
import { useLayout, useMedia } from '../../lib/use-media.ts'
import { useUiState } from '../../lib/ui-state.ts'
import { RecordCard } from './record-card.tsx'
import { ListTable, rowHeightNow, type ListTableProps } from './records-of-list.tsx'
import { RecordToCome } from './record-row.tsx'

const cardHeight = 88

/** The records of a list, rendered as far as they are visible: cards on a phone, elsewhere a table. */
export const RecordList = ({
  address,
  ...props
}: {
  /** The address of the list, whose scroll position is remembered. */
  address: string
} & ListTableProps) => {
  const { found, total, visits, selection, sorting: _, open: __, ...row } = props
  const phone = useLayout() === 'phone'
  const { density } = useUiState()
  const touch = useMedia('(pointer: coarse)')
  const rowHeight = useMemo(
    () => (phone ? cardHeight : rowHeightNow()),
    // They decide the height in the stylesheet.
    // oxlint-disable-next-line react/exhaustive-deps
    [phone, density, touch],
  )
  const box = useRef<HTMLDivElement>(null)
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
    // The top bar and the header of the table cover the first rows.
    scrollPaddingStart: phone ? 0 : 100,
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
    // Distances tell where the user is, so a list with them leaves no snapshot.
    <div ref={box} {...(row.origin === null && snapshotProps)}>
      {phone ? (
        <ul
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
                style={{ height: cardHeight, transform: `translateY(${start - top}px)` }}
                className="absolute inset-x-0 top-0 border-b border-line"
              >
                {view === undefined ? (
                  <RecordToCome />
                ) : (
                  <RecordCard
                    {...row}
                    view={view}
                    distance={found.distances.get(view.id)}
                    visit={visits?.get(view.id)}
                    selected={selection.chosen.has(view.id)}
                    onToggle={selection.toggle}
                    selecting={selection.chosen.size > 0}
                  />
                )}
              </li>
            )
          })}
        </ul>
      ) : (
        <ListTable {...props} rows={rows} />
      )}
    </div>
  )
}

/** The window scrolls, not a box. */
const page = { current: null }
