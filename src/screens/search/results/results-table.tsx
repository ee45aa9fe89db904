import { useRef } from 'react'
import type { Category, RecordView } from '../../../../contract/records/records.ts'
import { formatNumber } from '../../../lib/format.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { useSearchHandle } from '../search-context.ts'
import { togglePage, toggleRow, useSelection } from '../selection.ts'
import type { DrawnColumn } from './columns.ts'
import { ColumnHead } from './column-head.tsx'
import { ResultRow } from './result-row.tsx'
import { useRowFocus } from './use-row-focus.ts'

/** The results as a table with a sticky header and first column. `refreshing` says that newer rows are loading. */
export const ResultsTable = <Row extends RecordView>({
  category,
  columns,
  records,
  total,
  fixed,
  refreshing,
  now,
  onOpen,
  onMove,
}: {
  category: Category
  columns: readonly DrawnColumn<Row>[]
  records: readonly Row[]
  total: number
  /** Columns have fixed widths; the rest of the width stays empty. */
  fixed: boolean
  refreshing: boolean
  now: number
  onOpen: (id: string) => void
  /** The keyboard moved to another row. */
  onMove: (id: string) => void
}) => {
  const { state } = useSearchHandle()
  const selection = useSelection(state)
  const page = { records, from: state.pages[category] * state.size }
  const chosen = records.map((record, index) => selection.has(record.id, page.from + index))
  const onPage = chosen.filter(Boolean).length
  const body = useRef<HTMLTableSectionElement>(null)
  const focus = useRowFocus(body, page, selection, { open: onOpen, move: onMove })
  const context = { criteria: state.criteria, now }
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <table
      aria-rowcount={total + 1}
      aria-busy={refreshing}
      aria-label={`${category === 'company' ? 'Companies' : 'People'}, ${formatNumber(total)} found. Arrow keys move, Space selects, Enter opens.`}
      style={{ minWidth: `${width + 4.75}rem` }}
      className={cx(
        'w-full table-fixed border-separate border-spacing-0 text-13 transition-opacity',
        refreshing && 'opacity-60',
      )}
    >
      <colgroup>
        <col className="w-10" />
        {columns.map((column) => (
          <col key={column.key} data-column={column.key} style={{ width: `${column.width}rem` }} />
        ))}
        <col data-rest style={{ width: fixed ? 'auto' : '2.25rem' }} />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className="sticky top-0 left-0 z-20 border-b bg-card p-0">
            <Checkbox
              label={onPage === records.length ? 'Clear this page' : 'Select this page'}
              labelHidden
              checked={onPage > 0 && onPage === records.length}
              mixed={onPage > 0 && onPage < records.length}
              onCheckedChange={() => togglePage(selection, page)}
            />
          </th>
          {columns.map((column, index) => (
            <ColumnHead key={column.key} column={column} pinned={index === 0} />
          ))}
          <th scope="col" className="sticky top-0 z-10 border-b bg-card">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {records.map((record, index) => (
          <ResultRow
            key={record.id}
            columns={columns}
            record={record}
            context={context}
            rowIndex={page.from + index + 2}
            selected={chosen[index] === true}
            open={state.open === record.id}
            tabStop={focus.at === index}
            onFocus={() => focus.visit(index)}
            onOpen={() => onOpen(record.id)}
            onToggle={() => toggleRow(selection, record, page)}
          />
        ))}
      </tbody>
    </table>
  )
}
