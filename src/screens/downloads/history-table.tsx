import { Link } from 'wouter'
import type { HistoryRow } from '../../../contract/money/downloads.ts'
import { formatAgo, nounOf } from '../../lib/format.ts'
import { useLayout } from '../../lib/use-media.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { FixedHead, FixedRow, FixedTable } from '../../ui/table.tsx'
import { FileButton, RequestMenu } from './request-menu.tsx'
import { RequestProgress, StatusChip } from './request-status.tsx'
import { formatRowCredits, formatRowCount } from './row-copy.ts'

export type DrawnHistory = {
  rows: readonly HistoryRow[]
  hrefOf: (row: HistoryRow) => string
  /** Shows the user of each request, because the rows are of several. */
  showsUser: boolean
}

export const HistoryTable = ({ rows, hrefOf, showsUser }: DrawnHistory) => {
  const wide = useLayout() === 'desk'
  return (
    <FixedTable
      actionsWidth={wide ? 'w-42' : 'w-26'}
      head={
        <>
          <FixedHead>Request</FixedHead>
          {showsUser && wide && <FixedHead width="w-36">Who</FixedHead>}
          <FixedHead width={wide ? 'w-40' : 'w-36'} end>
            Records
          </FixedHead>
          <FixedHead width="w-22" end>
            Credits
          </FixedHead>
          <FixedHead width="w-40">Status</FixedHead>
          {wide && <FixedHead width="w-28">Updated</FixedHead>}
        </>
      }
    >
      {rows.map((row) => (
        <FixedRow key={row.requestId}>
          <th scope="row" className="px-4 py-2 text-left font-normal">
            <RequestName row={row} href={hrefOf(row)} />
            <span className="block truncate text-13 text-ink-soft">
              {row.label}
              {showsUser && !wide && ` · ${row.user.name}`}
            </span>
          </th>
          {showsUser && wide && (
            <td className="truncate px-3 text-ink-soft" title={row.user.name}>
              {row.user.name}
            </td>
          )}
          <td className="tabular px-3 text-right">
            {formatRowCount(row)}{' '}
            <span className="text-ink-faint">{nounOf(row.category, row.rows.requested)}</span>
          </td>
          <td className="tabular px-3 text-right">{formatRowCredits(row)}</td>
          <td className="px-3 py-2">
            <span className="flex flex-col items-start gap-1.5">
              <StatusChip row={row} />
              <RequestProgress row={row} />
              {!wide && (
                <span className="text-12 text-ink-faint">
                  <Updated at={row.updatedAt} />
                </span>
              )}
            </span>
          </td>
          {wide && (
            <td className="px-3 text-13 text-ink-soft">
              <Updated at={row.updatedAt} />
            </td>
          )}
          <td className="pr-1">
            <span className="flex justify-end">
              <FileButton row={row} />
              <RequestMenu row={row} href={hrefOf(row)} />
            </span>
          </td>
        </FixedRow>
      ))}
    </FixedTable>
  )
}

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
            {formatRowCount(row)} {nounOf(row.category, row.rows.requested)} ·{' '}
            {formatRowCredits(row)}
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
