import type { Column } from '../../../../contract/records/columns.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useSearchHandle } from '../search-context.ts'
import { firstOrder, offeredSorts, standardSort, withSort } from '../search-state.ts'
import { ColumnWidth } from './column-width.tsx'
import { isNumeric } from './columns.ts'
import { companyCells } from './company-cells.tsx'
import { peopleCells } from './people-cells.tsx'

/** The header of a column; a press sorts by it, another press reverses the order. */
export const ColumnHead = ({
  column,
  pinned,
}: {
  column: Column & { width: number }
  pinned: boolean
}) => {
  const { state, change } = useSearchHandle()
  const now = state.sort[state.tab] ?? standardSort(state.criteria, state.tab)
  const { sort } = column
  const sortable = sort !== undefined && offeredSorts(state.criteria, state.tab).includes(sort)
  const sorted = sortable && now.field === sort
  const looks = cx(
    'flex h-10 w-full items-center gap-1 px-2 text-left text-12 leading-3.5 font-medium text-ink-faint',
    isNumeric(column) && 'justify-end text-right',
  )
  return (
    <th
      scope="col"
      data-column={column.key}
      aria-label={column.label}
      {...(sorted && { 'aria-sort': now.order === 'asc' ? 'ascending' : 'descending' })}
      className={cx(
        'sticky top-0 border-b bg-card p-0 text-left',
        pinned ? 'left-10 z-20' : 'z-10',
      )}
    >
      {sortable ? (
        <button
          type="button"
          onClick={() =>
            change((before) =>
              withSort(before, {
                field: sort,
                order: !sorted ? firstOrder(sort) : now.order === 'asc' ? 'desc' : 'asc',
              }),
            )
          }
          className={cx(
            looks,
            'hover:text-ink focus-visible:-outline-offset-2',
            sorted && 'text-ink',
          )}
        >
          <span className="line-clamp-2">{column.label}</span>
          {sorted && <Icon name={now.order === 'asc' ? 'sort-asc' : 'sort-desc'} size={14} />}
        </button>
      ) : (
        <span className={looks}>
          <span className="line-clamp-2">{column.label}</span>
        </span>
      )}
      <ColumnWidth column={column} standard={standardWidth(column.key, state.tab)} />
    </th>
  )
}

const standardWidth = (key: string, category: Category): number =>
  (category === 'company' ? companyCells : peopleCells)[key]?.width ?? 8
