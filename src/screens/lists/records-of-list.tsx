import type { Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useRef } from 'react'
import type { Activity } from '../../../contract/saved-work/activities.ts'
import type { CompanyView, PersonView, RecordView } from '../../../contract/records/records.ts'
import { mapsLink } from '../../lib/maps.ts'
import { useMedia } from '../../lib/use-media.ts'
import { rem, useWidth } from '../../lib/use-width.ts'
import { isPerson } from '../../shared/records/record-kind.ts'
import type { CellContext, Cells } from '../../shared/records-table/cells.ts'
import type { TableSorting } from '../../shared/records-table/column-head.tsx'
import { drawnColumns } from '../../shared/records-table/columns.ts'
import { companyCells } from '../../shared/records-table/company-cells.tsx'
import { peopleCells } from '../../shared/records-table/people-cells.tsx'
import { RecordsTable, selectWidth } from '../../shared/records-table/records-table.tsx'
import type { LastVisits } from '../../shared/visits/last-visits.ts'
import { phoneOf } from '../../shared/do-not-call/do-not-call.ts'
import { formatDistance, spotOf } from '../../shared/visits/locations.ts'
import { formatNumber } from '../../lib/format.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { Found } from './found.ts'
import type { ListSelection } from './list-selection.tsx'
import { VisitMark, type RecordRowProps } from './record-row.tsx'
import { CallWay, LogVisit, NoWay, Way } from './row-ways.tsx'

export type ListTableProps = {
  found: Found
  total: number
  visits: LastVisits | undefined
  selection: Pick<ListSelection, 'chosen' | 'toggle' | 'clear' | 'first'>
  sorting: TableSorting
  /** The record open beside the table. */
  open: string | null
} & Pick<
  RecordRowProps,
  'category' | 'origin' | 'region' | 'actionsFor' | 'onOpen' | 'onVisit' | 'noVisitReason'
>

export const ListTable = ({
  rows,
  ...props
}: ListTableProps & { rows: Virtualizer<Window, Element> }) =>
  props.category === 'company' ? (
    <TableOf {...props} rows={rows} cells={companyCells} isOfKind={isCompany} />
  ) : (
    <TableOf {...props} rows={rows} cells={peopleCells} isOfKind={isPerson} />
  )

const isCompany = (view: RecordView): view is CompanyView => !isPerson(view)

const TableOf = <Row extends CompanyView | PersonView>({
  category,
  found,
  total,
  origin,
  region,
  visits,
  selection,
  sorting,
  open,
  actionsFor,
  onVisit,
  noVisitReason,
  onOpen,
  rows,
  cells,
  isOfKind,
}: ListTableProps & {
  rows: Virtualizer<Window, Element>
  cells: Cells<Row>
  isOfKind: (view: RecordView) => view is Row
}) => {
  const box = useRef<HTMLDivElement>(null)
  const now = useMinute()
  const button = useMedia('(pointer: coarse)') ? 2.75 : 2
  // A person is called in the cell of the number, and found on the map in the menu.
  const width = useWidth(box)
  const isBrief = width < widthForLabels
  const ways = button * (category === 'company' ? 3 : 1) + 0.25
  const actionsWidth = ways + (isBrief ? button : logVisitWidth)
  const space = width - selectWidth - actionsWidth
  const columns = useMemo(
    () => drawnColumns(category, { keys: null, widths: {} }, space, cells),
    [category, space, cells],
  )
  const { distances } = found
  const context = useMemo(
    (): CellContext => ({
      now,
      shown: new Set(columns.map(({ key }) => key)),
      locate: (company) => {
        const location = spotOf(company, origin, region)?.location ?? company.hq
        return location && { location, isHq: location === company.hq }
      },
      note: ({ id }) => noteOf(visits?.get(id), now),
      far: ({ id }) => {
        const distance = distances.get(id)
        return distance && formatDistance(distance)
      },
    }),
    [now, columns, origin, region, visits, distances],
  )
  const actions = useCallback(
    (view: Row) => {
      const called = phoneOf(view)
      const spot = spotOf(view, origin, region)
      const map = spot && mapsLink(spot.location, view.name)
      const person = isPerson(view)
      return (
        <>
          <LogVisit
            name={view.name}
            isBrief={isBrief}
            disabledReason={noVisitReason}
            onPress={() => onVisit(view)}
          />
          {!person && (called === null ? <NoWay /> : <CallWay {...called} name={view.name} />)}
          {!person &&
            (map === null ? (
              <NoWay />
            ) : (
              <Way icon="directions" href={map}>
                Open {view.name} in maps
              </Way>
            ))}
          <Menu
            label={`Actions for ${view.name}`}
            size="sm"
            groups={[
              {
                items: [
                  ...actionsFor(view),
                  ...(person && map !== null
                    ? [{ label: 'Open in maps', icon: 'directions' as const, href: map }]
                    : []),
                ],
              },
            ]}
          />
        </>
      )
    },
    [origin, region, actionsFor, onVisit, noVisitReason, isBrief],
  )
  const drawn = rows.getVirtualItems()
  const margin = rows.options.scrollMargin
  const { chosen } = selection
  const isAll = chosen.size >= total
  return (
    <div
      ref={box}
      className="rounded-md border border-line bg-card [--table-top:calc(var(--spacing-topbar)+env(safe-area-inset-top)+1px)]"
    >
      <RecordsTable
        category={category}
        columns={columns}
        rows={drawn.map(({ index }) => {
          const view = found.at(index)
          return { index, record: view && isOfKind(view) ? view : undefined }
        })}
        count={total}
        total={total}
        hidden={{
          before: (drawn[0]?.start ?? margin) - margin,
          after: Math.max(0, rows.getTotalSize() - ((drawn.at(-1)?.end ?? margin) - margin)),
          show: (index) => rows.scrollToIndex(index),
        }}
        context={context}
        sorting={sorting}
        all={{
          label: isAll ? 'Clear selection' : `Select all ${formatNumber(total)}`,
          checked: isAll,
          mixed: chosen.size > 0 && !isAll,
          onToggle: () => (chosen.size > 0 ? selection.clear() : void selection.first(total)),
        }}
        isSelected={({ id }) => chosen.has(id)}
        onToggle={({ id }) => selection.toggle(id)}
        open={open}
        onOpen={({ id }) => onOpen(id)}
        actions={actions}
        actionsWidth={actionsWidth}
      />
    </div>
  )
}

/** In rem: a table this wide has space for the words of a button. */
const widthForLabels = 60
const logVisitWidth = 6.75

const noteOf = (visit: Activity | undefined, now: number) =>
  visit && <VisitMark visit={visit} now={now} />

/** The height of a row in pixels (src/ui/tokens.css). */
export const rowHeightNow = (): number => {
  const height = getComputedStyle(document.documentElement).getPropertyValue('--spacing-row')
  return Number.parseFloat(height) * rem() || 36
}
