import { memo, type MouseEvent, type ReactNode } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import type { CellContext, DrawnColumn, TableItem } from './cells.ts'
import { isNumeric } from './columns.ts'

export type RowProps<Row> = {
  columns: readonly DrawnColumn<Row>[]
  record: Row
  context: CellContext
  index: number
  rowIndex: number
  selectable: boolean
  selected: boolean
  open: boolean
  tabStop: boolean
  actions: (record: Row, onOpen: () => void) => ReactNode
  onFocus: (index: number) => void
  onOpen: (record: Row) => void
  onToggle: (record: Row) => void
}

const RecordRowOf = <Row extends TableItem>({
  columns,
  record,
  context,
  index,
  rowIndex,
  selectable,
  selected,
  open,
  tabStop,
  actions,
  onFocus,
  onOpen,
  onToggle,
}: RowProps<Row>) => {
  const ground = cx(
    'transition-colors group-focus-visible/row:shadow-[inset_0_2px_var(--color-accent),inset_0_-2px_var(--color-accent)]',
    open ? 'bg-accent-soft' : selected ? 'bg-sunken' : 'bg-card group-hover/row:bg-sunken',
  )
  const openUnlessControl = (event: MouseEvent<HTMLElement>): void => {
    const { target } = event
    // React also bubbles presses from overlays of the row.
    if (!(target instanceof Element) || !event.currentTarget.contains(target)) return
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    if (target.closest('button, input, label, a:not([data-open])')) return
    if (getSelection()?.isCollapsed === false) return
    event.preventDefault()
    event.stopPropagation()
    onOpen(record)
  }
  return (
    <tr
      data-row={record.id}
      data-index={index}
      aria-rowindex={rowIndex}
      {...(selectable && { 'aria-selected': selected })}
      aria-current={open || undefined}
      tabIndex={tabStop ? 0 : -1}
      onFocus={() => onFocus(index)}
      onClickCapture={openUnlessControl}
      className="group/row scroll-mt-[calc(var(--table-top,0px)+2.5rem)] cursor-default outline-none"
    >
      {selectable && (
        <td className={cx('sticky left-0 z-2 border-b p-0', ground)}>
          <Checkbox
            label={`Select ${record.name}`}
            labelHidden
            className="-my-px min-h-row min-w-0"
            checked={selected}
            onCheckedChange={() => onToggle(record)}
          />
        </td>
      )}
      {columns.map((column, at) => {
        const before = columns[at - 1]
        if (before && joins(before, column, record)) return null
        const next = columns[at + 1]
        const { joins: joined } = column
        const both = next && joined && joins(column, next, record)
        const content = both ? joined.cell(record, context) : column.cell(record, context)
        const looks = cx('h-row border-b px-2', ground, isNumeric(column) && 'tabular text-right')
        return at === 0 ? (
          <th
            key={column.key}
            scope="row"
            className={cx(
              looks,
              'frozen-start z-1 text-left text-14 leading-4 font-normal',
              selectable ? 'left-10' : 'left-0',
            )}
          >
            {content}
          </th>
        ) : (
          <td key={column.key} {...(both && { colSpan: 2 })} className={cx(looks, 'text-ink-soft')}>
            {content}
          </td>
        )
      })}
      <td className={cx('frozen-end right-0 z-1 border-b p-0', ground)}>
        <span className="-my-1 flex items-center justify-end">
          {actions(record, () => onOpen(record))}
        </span>
      </td>
    </tr>
  )
}

const joins = <Row,>(column: DrawnColumn<Row>, next: DrawnColumn<Row>, record: Row): boolean =>
  column.joins?.next === next.key && column.joins.when(record)

/** A record. A press opens it and its checkbox selects it. Memoized, because scrolling passes thousands. */
// Safe cast: memo keeps the component's props and loses only its type parameter.
export const RecordRow = memo(RecordRowOf) as typeof RecordRowOf
