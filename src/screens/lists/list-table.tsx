import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { links } from '../../../contract/links.ts'
import { formatAgo, formatNumber, nounOf } from '../../lib/format.ts'
import { ItemsTable, type ItemColumn } from '../../shared/records-table/items-table.tsx'
import { useMinute } from '../../ui/as-of.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListActions } from './list-actions.tsx'
import { ListName, Marks, OfflineCell, Refused, type DrawnRows } from './list-parts.tsx'
import { kindIcons, kindLabels, type SavedRow } from './saved-rows.ts'

export const ListTable = ({ rows, pinning, onDeleted, visited }: DrawnRows) => {
  const [, navigate] = useLocation()
  const columns = useMemo(() => columnsOf(visited, pinning), [visited, pinning])
  const actions = useCallback(
    (row: SavedRow) => <ListActions row={row} pinning={pinning} onDeleted={onDeleted} />,
    [pinning, onDeleted],
  )
  return (
    <ItemsTable
      plural="Lists"
      columns={columns}
      rows={rows}
      onOpen={({ id }) => navigate(links.list(id))}
      actions={actions}
    />
  )
}

const columnsOf = (
  visited: DrawnRows['visited'],
  pinning: DrawnRows['pinning'],
): ItemColumn<SavedRow>[] => [
  {
    key: 'name',
    label: 'Name',
    width: 16,
    cell: (row) => (
      <span className="block py-1">
        <ListName row={row} />
        <span className="mt-0.5 flex flex-wrap items-center gap-1.5 empty:hidden">
          <Marks row={row} />
        </span>
        <Refused row={row} />
      </span>
    ),
  },
  {
    key: 'offline',
    label: 'Offline',
    width: 15,
    cell: (row) => (
      <span className="block [&>button]:-ml-3.5">
        <OfflineCell row={row} pinning={pinning} />
      </span>
    ),
  },
  {
    key: 'records',
    label: 'Records',
    width: 9,
    type: 'number',
    cell: (row) =>
      row.count === null ? (
        <span className="text-ink-faint">Not counted</span>
      ) : (
        <>
          {formatNumber(row.count)}{' '}
          <span className="text-ink-faint">{nounOf(row.category, row.count)}</span>
          {visited.has(row.id) && (
            <span className="block font-medium text-accent-strong">
              {formatNumber(visited.get(row.id) ?? 0)} visited
            </span>
          )}
        </>
      ),
  },
  {
    key: 'kind',
    label: 'Kind',
    width: 9,
    cell: ({ kind }) => (
      <span className="flex items-center gap-1.5 whitespace-nowrap">
        <Icon name={kindIcons[kind]} size={16} />
        {kindLabels[kind]}
      </span>
    ),
  },
  { key: 'changed', label: 'Changed', width: 7, cell: (row) => <Changed at={row.updatedAt} /> },
]

const Changed = ({ at }: { at: string }) => (
  <time dateTime={at}>{formatAgo(at, Math.max(useMinute(), Date.parse(at)))}</time>
)
