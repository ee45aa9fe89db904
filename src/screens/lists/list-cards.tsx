import { formatNumber, formatRecords } from '../../lib/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { ListActions } from './list-actions.tsx'
import { ListName, Marks, OfflineCell, Refused, type DrawnRows } from './list-parts.tsx'
import { kindIcons, kindLabels } from './saved-rows.ts'

export const ListCards = ({ rows, pinning, onDeleted, visited }: DrawnRows) => (
  <ul className="grid gap-2 sm:grid-cols-2 sm:gap-3">
    {rows.map((row) => (
      <li
        key={row.id}
        data-row
        className="flex min-w-0 items-start gap-3 rounded-md border border-line bg-card py-3 pr-1 pl-4"
      >
        <span className="mt-0.5 text-ink-faint">
          <Icon name={kindIcons[row.kind]} />
        </span>
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <ListName row={row} wraps />
          <p className="tabular text-13 text-ink-soft">
            {kindLabels[row.kind]}
            {row.count !== null && ` · ${formatRecords(row.count, row.category)}`}
            {visited.has(row.id) && (
              <span className="font-medium text-accent-strong">
                {' '}
                · {formatNumber(visited.get(row.id) ?? 0)} visited
              </span>
            )}
          </p>
          <span className="flex flex-wrap items-center gap-1.5 empty:hidden">
            <Marks row={row} />
          </span>
          <Refused row={row} />
          <div className="empty:hidden [&>button]:-ml-3.5">
            <OfflineCell row={row} pinning={pinning} />
          </div>
        </div>
        <ListActions row={row} pinning={pinning} onDeleted={onDeleted} />
      </li>
    ))}
  </ul>
)
