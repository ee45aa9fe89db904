import { formatAgo, formatNumber, nounOf } from '../../lib/format.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FixedHead, FixedRow, FixedTable } from '../../ui/table.tsx'
import { ListActions } from './list-actions.tsx'
import { ListName, Marks, OfflineCell, Refused, type DrawnRows } from './list-parts.tsx'
import { kindIcons, kindLabels } from './saved-rows.ts'

export const ListTable = ({ rows, pinning, onDeleted }: DrawnRows) => {
  const now = useMinute()
  return (
    <FixedTable
      head={
        <>
          <FixedHead>Name</FixedHead>
          <FixedHead width="w-38">Kind</FixedHead>
          <FixedHead width="w-36" end>
            Records
          </FixedHead>
          <FixedHead width="w-56">Offline</FixedHead>
          <FixedHead width="w-28">Changed</FixedHead>
        </>
      }
    >
      {rows.map((row) => (
        <FixedRow key={row.id} className="group/row">
          <th scope="row" className="px-4 py-2.5 text-left font-normal">
            <ListName row={row} />
            <span className="mt-0.5 flex flex-wrap items-center gap-1.5 empty:hidden">
              <Marks row={row} />
            </span>
            <Refused row={row} />
          </th>
          <td className="px-3 text-ink-soft">
            <span className="flex items-center gap-1.5 whitespace-nowrap">
              <Icon name={kindIcons[row.kind]} size={16} />
              {kindLabels[row.kind]}
            </span>
          </td>
          <td className="tabular px-3 text-right">
            {row.count === null ? (
              <span className="text-ink-faint">Not counted</span>
            ) : (
              <>
                {formatNumber(row.count)}{' '}
                <span className="text-ink-faint">{nounOf(row.category, row.count)}</span>
              </>
            )}
          </td>
          <td className="px-3 py-1.5">
            <OfflineCell row={row} pinning={pinning} />
          </td>
          <td className="px-3 text-13 text-ink-soft">
            <time dateTime={row.updatedAt}>
              {formatAgo(row.updatedAt, Math.max(now, Date.parse(row.updatedAt)))}
            </time>
          </td>
          <td className="pr-1 text-right">
            <ListActions row={row} pinning={pinning} onDeleted={onDeleted} />
          </td>
        </FixedRow>
      ))}
    </FixedTable>
  )
}
