import type { Column } from '../../../contract/records/columns.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { isNumeric } from './columns.ts'

const ColumnWidth = lazyComponent(() => import('./column-width.tsx').then((m) => m.ColumnWidth))

export type SortedBy = { field: string; order: 'asc' | 'desc' }

export type TableSorting = {
  by: SortedBy | null
  offered: readonly string[]
  onSort: (field: string) => void
}

export const ColumnHead = ({
  column,
  standard,
  pinned,
  sorting: { by, offered, onSort },
  onWiden,
}: {
  column: Column & { width: number }
  /** The default width in rem. */
  standard: number
  pinned: false | 'first' | 'after selection'
  sorting: TableSorting
  onWiden?: ((widths: Readonly<Record<string, number>>) => void) | undefined
}) => {
  const { sort } = column
  const sortable = sort !== undefined && offered.includes(sort)
  const sorted = sortable && by?.field === sort
  const looks = cx(
    'flex h-9 w-full items-center gap-0.5 px-2 text-left text-12 leading-3.5 font-medium text-ink-faint',
    isNumeric(column) && 'justify-end text-right',
  )
  return (
    <th
      scope="col"
      data-column={column.key}
      aria-label={column.label}
      {...(sorted && { 'aria-sort': by.order === 'asc' ? 'ascending' : 'descending' })}
      className={cx(
        'sticky top-(--table-top,0px) border-b bg-card p-0 text-left',
        pinned ? 'frozen-start z-20' : 'z-10',
        pinned && (pinned === 'first' ? 'left-0' : 'left-10'),
      )}
    >
      {sortable ? (
        <button
          type="button"
          onClick={() => onSort(sort)}
          className={cx(
            looks,
            'hover:text-ink focus-visible:-outline-offset-2',
            sorted && 'text-ink',
          )}
        >
          <span className="line-clamp-2">{column.label}</span>
          {sorted && <Icon name={by.order === 'asc' ? 'sort-asc' : 'sort-desc'} size={12} />}
        </button>
      ) : (
        <span className={looks}>
          <span className="line-clamp-2">{column.label}</span>
        </span>
      )}
      {onWiden !== undefined && (
        <ColumnWidth column={column} standard={standard} onWiden={onWiden} />
      )}
    </th>
  )
}
