import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { HistoryRow } from '../../../contract/money/downloads.ts'
import { formatAgo, nounOf } from '../../lib/format.ts'
import { useLayout } from '../../lib/use-media.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { cx } from '../../ui/cx.ts'
import { RequestMenu } from './request-menu.tsx'
import { RequestProgress, StatusChip } from './request-status.tsx'
import { creditsInWords, rowsInWords } from './row-words.ts'

/** Requests as they are drawn; a press on one opens its details at `hrefOf`. */
export type DrawnHistory = {
  rows: readonly HistoryRow[]
  hrefOf: (row: HistoryRow) => string
  /** Everybody's requests are here, so who made one is told. */
  withWho: boolean
}

/** The history as a table, where there is room for one; what is less looked for stands below the rest where there is less of it. */
export const HistoryTable = ({ rows, hrefOf, withWho }: DrawnHistory) => {
  const wide = useLayout() === 'desk'
  return (
    <div className="rounded-md border border-line bg-card">
      <table className="w-full table-fixed border-separate border-spacing-0 text-14">
        <thead className="text-left text-12 text-ink-faint">
          <tr>
            <Head>Request</Head>
            {withWho && wide && <Head width="w-40">Who</Head>}
            <Head width={wide ? 'w-48' : 'w-36'} right>
              Records
            </Head>
            <Head width="w-26" right>
              Credits
            </Head>
            <Head width="w-44">Status</Head>
            {wide && <Head width="w-28">Updated</Head>}
            <th className="w-12 border-b border-line">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.requestId}
              className="*:border-b *:border-line last:*:border-b-0 hover:bg-sunken"
            >
              <th scope="row" className="px-4 py-2 text-left font-normal">
                <RequestName row={row} href={hrefOf(row)} />
                <span className="block truncate text-13 text-ink-soft">
                  {row.label}
                  {withWho && !wide && ` · ${row.user.name}`}
                </span>
              </th>
              {withWho && wide && (
                <td className="truncate px-3 text-ink-soft" title={row.user.name}>
                  {row.user.name}
                </td>
              )}
              <td className="tabular px-3 text-right">
                {rowsInWords(row)}{' '}
                <span className="text-ink-faint">{nounOf(row.category, row.rows.asked)}</span>
              </td>
              <td className="tabular px-3 text-right">{creditsInWords(row)}</td>
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
              <td className="pr-1 text-right">
                <RequestMenu row={row} href={hrefOf(row)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The history as cards, for phones. */
export const HistoryCards = ({ rows, hrefOf, withWho }: DrawnHistory) => (
  <ul className="flex flex-col gap-2">
    {rows.map((row) => (
      <li
        key={row.requestId}
        className="flex min-w-0 items-start gap-2 rounded-md border border-line bg-card py-3 pr-1 pl-4"
      >
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <RequestName row={row} href={hrefOf(row)} />
          <p className="truncate text-13 text-ink-soft">
            {row.label}
            {withWho && ` · ${row.user.name}`}
          </p>
          <p className="tabular text-13 text-ink-soft">
            {rowsInWords(row)} {nounOf(row.category, row.rows.asked)} · {creditsInWords(row)}
            {/\d$/.test(creditsInWords(row)) && ' credits'}
          </p>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusChip row={row} />
            <span className="text-12 text-ink-faint">
              <Updated at={row.updatedAt} />
            </span>
          </div>
          <RequestProgress row={row} wide />
        </div>
        <RequestMenu row={row} href={hrefOf(row)} />
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

const Head = ({
  children,
  width,
  right = false,
}: {
  children: ReactNode
  width?: string
  right?: boolean
}) => (
  <th
    scope="col"
    className={cx(
      'h-9 border-b border-line px-3 font-medium first:px-4',
      width,
      right && 'text-right',
    )}
  >
    {children}
  </th>
)
