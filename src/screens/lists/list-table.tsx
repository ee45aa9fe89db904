import { formatAgo, formatNumber, nounOf } from '../../lib/format.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListActions } from './list-actions.tsx'
import { ListName, Marks, OfflineCell, Refused, type DrawnRows } from './list-parts.tsx'
import { kindIcons, kindWords } from './saved-rows.ts'

/** Lists as a table, where there is room for one. */
export const ListTable = ({ rows, pinning, onDeleted }: DrawnRows) => {
  const now = useMinute()
  return (
    <div className="rounded-md border border-line bg-card">
      <table className="w-full table-fixed border-separate border-spacing-0 text-14">
        <thead className="text-left text-12 text-ink-faint">
          <tr>
            <Head>Name</Head>
            <Head width="w-38">Kind</Head>
            <Head width="w-36" right>
              Records
            </Head>
            <Head width="w-52">Available offline</Head>
            <Head width="w-28">Changed</Head>
            <th className="w-12 border-b border-line">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              className="group/row *:border-b *:border-line last:*:border-b-0 hover:bg-sunken"
            >
              <th scope="row" className="px-4 py-2.5 text-left font-normal">
                <ListName row={row} />
                <span className="mt-0.5 flex flex-wrap items-center gap-1.5 empty:hidden">
                  <Marks row={row} />
                </span>
                <Refused row={row} />
              </th>
              <td className="px-3 text-ink-soft">
                <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
                  <Icon name={kindIcons[row.kind]} size={16} />
                  {kindWords[row.kind]}
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
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Head = ({
  children,
  width,
  right = false,
}: {
  children: string
  width?: string
  right?: boolean
}) => (
  <th
    scope="col"
    className={`h-9 border-b border-line px-3 font-medium first:px-4 ${width ?? ''} ${right ? 'text-right' : ''}`}
  >
    {children}
  </th>
)
