import { useCallback, useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import type { HistoryRow } from '../../../contract/money/downloads.ts'
import { formatAgo } from '../../lib/format.ts'
import { useLayout } from '../../lib/use-media.ts'
import { ItemsTable, type ItemColumn } from '../../shared/records-table/items-table.tsx'
import { useMinute } from '../../ui/as-of.tsx'
import { FileButton, RequestMenu } from './request-menu.tsx'
import { RequestProgress, StatusChip } from './request-status.tsx'
import { formatRowCredits, formatRowCount, nounOfRows } from './row-copy.ts'

export type DrawnHistory = {
  rows: readonly HistoryRow[]
  hrefOf: (row: HistoryRow) => string
  /** Shows the user of each request, because the rows are of several. */
  showsUser: boolean
}

type Row = HistoryRow & { id: string }

export const HistoryTable = ({ rows, hrefOf, showsUser }: DrawnHistory) => {
  const wide = useLayout() === 'desk'
  const [, navigate] = useLocation()
  const columns = useMemo(() => columnsOf(hrefOf, showsUser), [hrefOf, showsUser])
  const actions = useCallback(
    (row: Row) => (
      <>
        <FileButton row={row} />
        <RequestMenu row={row} href={hrefOf(row)} />
      </>
    ),
    [hrefOf],
  )
  return (
    <ItemsTable
      plural="Downloads"
      columns={columns}
      rows={rows.map((row): Row => ({ ...row, id: row.requestId }))}
      onOpen={(row) => navigate(hrefOf(row))}
      actions={actions}
      actionsWidth={wide ? 10 : 6}
    />
  )
}

const columnsOf = (hrefOf: DrawnHistory['hrefOf'], showsUser: boolean): ItemColumn<Row>[] => [
  {
    key: 'name',
    label: 'Request',
    width: 15,
    cell: (row, { shown }) => (
      <>
        <Link
          href={hrefOf(row)}
          data-open
          title={row.name}
          className="block truncate font-medium hover:underline"
        >
          {row.name}
        </Link>
        <span className="block truncate text-12 leading-3.5 text-ink-soft">
          {row.label}
          {showsUser && !shown.has('user') && ` · ${row.user.name}`}
        </span>
      </>
    ),
  },
  {
    key: 'status',
    label: 'Status',
    width: 10,
    cell: (row, { shown }) => (
      <span className="flex flex-col items-start gap-1 py-1">
        <StatusChip row={row} />
        <RequestProgress row={row} />
        {!shown.has('updated') && (
          <span className="text-12 text-ink-faint">
            <Updated at={row.updatedAt} />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'records',
    label: 'Records',
    width: 10.5,
    type: 'number',
    cell: (row) => (
      <>
        {formatRowCount(row)} <span className="text-ink-faint">{nounOfRows(row)}</span>
      </>
    ),
  },
  { key: 'credits', label: 'Credits', width: 4.5, type: 'number', cell: formatRowCredits },
  ...(showsUser
    ? [
        {
          key: 'user',
          label: 'Who',
          width: 9,
          cell: ({ user }: Row) => (
            <span title={user.name} className="block truncate">
              {user.name}
            </span>
          ),
        },
      ]
    : []),
  { key: 'updated', label: 'Updated', width: 6.5, cell: (row) => <Updated at={row.updatedAt} /> },
]

export const HistoryCards = ({ rows, hrefOf, showsUser }: DrawnHistory) => (
  <ul className="flex flex-col gap-2">
    {rows.map((row) => (
      <li
        key={row.requestId}
        data-row
        className="flex min-w-0 items-start gap-2 rounded-md border border-line bg-card py-3 pr-1 pl-4"
      >
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <RequestName row={row} href={hrefOf(row)} />
          <p className="truncate text-13 text-ink-soft">
            {row.label}
            {showsUser && ` · ${row.user.name}`}
          </p>
          <p className="tabular text-13 text-ink-soft">
            {formatRowCount(row)} {nounOfRows(row)} · {formatRowCredits(row)}
            {/\d$/.test(formatRowCredits(row)) && ' credits'}
          </p>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusChip row={row} />
            <span className="text-12 text-ink-faint">
              <Updated at={row.updatedAt} />
            </span>
          </div>
          <RequestProgress row={row} wide />
        </div>
        <span className="flex shrink-0">
          <FileButton row={row} />
          <RequestMenu row={row} href={hrefOf(row)} />
        </span>
      </li>
    ))}
  </ul>
)

const RequestName = ({ row, href }: { row: HistoryRow; href: string }) => (
  <Link
    href={href}
    title={row.name}
    className="-my-1 block min-w-0 truncate py-1 font-medium hover:underline"
  >
    {row.name}
  </Link>
)

const Updated = ({ at }: { at: string }) => (
  <time dateTime={at}>{formatAgo(at, Math.max(useMinute(), Date.parse(at)))}</time>
)
