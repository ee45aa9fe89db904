import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import type { Category } from '../../../contract/records/records.ts'
import { formatNumber } from '../../lib/format.ts'
import { useCutEdges } from '../../lib/use-cut-edges.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { CellContext, DrawnColumn, TableItem } from './cells.ts'
import { ColumnHead, type TableSorting } from './column-head.tsx'
import { standardWidth } from './columns.ts'
import { RecordRow } from './record-row.tsx'
import { useRowFocus } from './use-row-focus.ts'

/** The width of the column of checkboxes, in rem. */
export const selectWidth = 2.5

export type TableRow<Row> = { index: number; record: Row | undefined }

type Props<Row> = {
  /** What the rows are: a category of records, or the plural of another noun. */
  category: Category | { plural: string }
  columns: readonly DrawnColumn<Row>[]
  rows: readonly TableRow<Row>[]
  /** How many rows the arrow keys reach, and how many results lie before the first. */
  count: number
  from?: number
  total: number
  /** Pixels of rows that are not rendered before and after `rows`, and how to scroll to one. */
  hidden?: { before: number; after: number; show: (index: number) => void }
  /** Columns have fixed widths; the rest of the width stays empty. */
  fixed?: boolean
  refreshing?: boolean
  context: CellContext
  sorting?: TableSorting
  onWiden?: (widths: Readonly<Record<string, number>>) => void
  /** Without it, no row can be selected. */
  all?: { label: string; checked: boolean; mixed: boolean; onToggle: () => void }
  isSelected?: (record: Row, index: number) => boolean
  onToggle?: (record: Row) => void
  /** The record open beside the table, and the row that takes the focus first. */
  open?: string | null
  start?: number
  onOpen: (record: Row) => void
  onMove?: (index: number) => void
  /** The buttons at the end of each row and their width in rem. */
  actions: (record: Row, onOpen: () => void) => ReactNode
  actionsWidth: number
}

/**
 * Renders the given rows, which may be a part of all; `--table-top` is what covers the top of the page that scrolls it.
 * `refreshing` says that newer rows are loading.
 */
export const RecordsTable = <Row extends TableItem>({
  category,
  columns,
  rows,
  count,
  from = 0,
  total,
  hidden,
  fixed = false,
  refreshing = false,
  context,
  sorting = unsorted,
  onWiden,
  all,
  isSelected = never,
  onToggle = nothing,
  open = null,
  start = 0,
  onOpen,
  onMove,
  actions,
  actionsWidth,
}: Props<Row>) => {
  const table = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  useCutEdges(table)
  const at = (index: number): Row | undefined => rows.find((row) => row.index === index)?.record
  const focus = useRowFocus(body, {
    count,
    start,
    show: hidden?.show,
    onSelect: (index) => {
      const record = at(index)
      if (record) onToggle(record)
    },
    onOpen: (index) => {
      const record = at(index)
      if (record) onOpen(record)
    },
    onMove,
  })
  const stop = rows.some(({ index }) => index === focus.at) ? focus.at : rows[0]?.index
  // New functions would render every row again.
  const latest = useRef({ onToggle, onOpen })
  useEffect(() => {
    latest.current = { onToggle, onOpen }
  })
  const toggle = useCallback((record: Row) => latest.current.onToggle(record), [])
  const openRow = useCallback((record: Row) => latest.current.onOpen(record), [])
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const selectable = all !== undefined
  const around = (selectable ? selectWidth : 0) + actionsWidth
  return (
    <table
      ref={table}
      aria-rowcount={total + 1}
      aria-busy={refreshing}
      aria-label={`${pluralOf(category)}, ${formatNumber(total)} found. Arrow keys move,${selectable ? ' Space selects,' : ''} Enter opens.`}
      data-around={around}
      style={{ minWidth: `${width + around}rem` }}
      className={cx(
        'w-full table-fixed border-separate border-spacing-0 text-13 transition-opacity',
        refreshing && 'opacity-60',
      )}
    >
      <colgroup>
        {selectable && <col style={{ width: `${selectWidth}rem` }} />}
        {columns.map((column) => (
          <col key={column.key} data-column={column.key} style={{ width: `${column.width}rem` }} />
        ))}
        <col data-rest style={{ width: fixed ? 'auto' : `${actionsWidth}rem` }} />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {selectable && (
            <th
              scope="col"
              className="sticky top-(--table-top,0px) left-0 z-20 border-b bg-card p-0"
            >
              <Checkbox
                label={all.label}
                labelHidden
                className="min-h-9 min-w-0"
                checked={all.checked}
                mixed={all.mixed}
                onCheckedChange={all.onToggle}
              />
            </th>
          )}
          {columns.map((column, index) => (
            <ColumnHead
              key={column.key}
              column={column}
              standard={
                typeof category === 'string' ? standardWidth(category, column.key) : column.width
              }
              pinned={index > 0 ? false : selectable ? 'after selection' : 'first'}
              sorting={sorting}
              onWiden={onWiden}
            />
          ))}
          <th
            scope="col"
            className="frozen-end top-(--table-top,0px) right-0 z-20 border-b bg-card"
          >
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        <Gap height={hidden?.before} />
        {rows.map(({ index, record }) =>
          record === undefined ? (
            <tr key={index} data-index={index} aria-rowindex={from + index + 2}>
              <td colSpan={columns.length + (selectable ? 2 : 1)} className="h-row border-b px-4">
                <Skeleton className="w-64" />
              </td>
            </tr>
          ) : (
            <RecordRow
              key={record.id}
              columns={columns}
              record={record}
              context={context}
              index={index}
              rowIndex={from + index + 2}
              selectable={selectable}
              selected={isSelected(record, index)}
              open={open === record.id}
              tabStop={stop === index}
              actions={actions}
              onFocus={focus.visit}
              onOpen={openRow}
              onToggle={toggle}
            />
          ),
        )}
        <Gap height={hidden?.after} />
      </tbody>
    </table>
  )
}

const Gap = ({ height = 0 }: { height?: number | undefined }) =>
  height > 0 && <tr aria-hidden style={{ height }} />

const pluralOf = (category: Category | { plural: string }): string =>
  typeof category === 'object' ? category.plural : category === 'company' ? 'Companies' : 'People'

const unsorted: TableSorting = { by: null, offered: [], onSort: () => undefined }
const never = (): boolean => false
const nothing = (): void => undefined
