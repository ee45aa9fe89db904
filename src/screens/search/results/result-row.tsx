import type { MouseEvent } from 'react'
import type { RecordView } from '../../../../contract/records/records.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { isStale, staleDays } from '../record-kind.ts'
import type { CellContext } from './cells.ts'
import { isNumeric, type DrawnColumn } from './columns.ts'
import { RowMenu } from './row-menu.tsx'

/** A result. A press opens it and its checkbox selects it; a record unverified for half a year is greyed. */
export const ResultRow = <Row extends RecordView>({
  columns,
  record,
  context,
  rowIndex,
  selected,
  open,
  tabStop,
  onFocus,
  onOpen,
  onToggle,
}: {
  columns: readonly DrawnColumn<Row>[]
  record: Row
  context: CellContext
  rowIndex: number
  selected: boolean
  open: boolean
  tabStop: boolean
  onFocus: () => void
  onOpen: () => void
  onToggle: () => void
}) => {
  const stale = isStale(record, context.now)
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
    onOpen()
  }
  return (
    <tr
      data-row={record.id}
      aria-rowindex={rowIndex}
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      onFocus={onFocus}
      onClickCapture={openUnlessControl}
      className="group/row cursor-default outline-none"
    >
      <td className={cx('sticky left-0 z-1 border-b p-0', ground)}>
        <Checkbox
          label={`Select ${record.name}`}
          labelHidden
          className="min-h-row min-w-0"
          checked={selected}
          onCheckedChange={onToggle}
        />
      </td>
      {columns.map((column, index) => {
        const content = column.cell(record, context)
        const looks = cx(
          'h-row border-b px-2',
          ground,
          stale ? 'text-ink-faint' : index === 0 ? 'text-ink' : 'text-ink-soft',
          isNumeric(column) && 'tabular text-right',
        )
        return index === 0 ? (
          <th
            key={column.key}
            scope="row"
            className={cx(looks, 'sticky left-10 z-1 text-left font-normal')}
          >
            {content}
            {stale && <span className="sr-only">, not verified for {staleDays} days</span>}
          </th>
        ) : (
          <td key={column.key} className={looks}>
            {content}
          </td>
        )
      })}
      <td className={cx('border-b p-0 text-right', ground)}>
        <span className="pointer-fine:opacity-0 pointer-fine:group-focus-within/row:opacity-100 pointer-fine:group-hover/row:opacity-100">
          <RowMenu record={record} onOpen={onOpen} />
        </span>
      </td>
    </tr>
  )
}
