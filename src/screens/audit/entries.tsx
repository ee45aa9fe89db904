import { Link } from 'wouter'
import { auditActs, type AuditEntry } from '../../../contract/org/audit.ts'
import { formatDay } from '../../lib/format.ts'
import { ScrollHead, ScrollTable } from '../../ui/table.tsx'
import { describeDetails, subjectLink } from './copy.ts'

export type Drawn = { entries: readonly AuditEntry[]; nameOf: (userId: string) => string }

export const AuditTable = ({ entries, nameOf }: Drawn) => (
  <ScrollTable
    head={
      <>
        <ScrollHead>No.</ScrollHead>
        <ScrollHead>When</ScrollHead>
        <ScrollHead>Who</ScrollHead>
        <ScrollHead>What</ScrollHead>
        <ScrollHead>Address</ScrollHead>
      </>
    }
  >
    {entries.map((entry) => (
      <tr key={entry.seq} className="border-b border-line align-top last:border-b-0">
        <td className="tabular px-3 py-2.5 text-ink-faint lg:px-4">{entry.seq}</td>
        <td className="tabular px-3 py-2.5 whitespace-nowrap lg:px-4">
          <When at={entry.at} />
        </td>
        <td className="max-w-40 truncate px-3 py-2.5 lg:px-4" title={formatActor(entry)}>
          {formatActor(entry)}
        </td>
        <td className="min-w-52 px-3 py-2.5 lg:px-4">
          <What entry={entry} nameOf={nameOf} />
        </td>
        <td className="tabular px-3 py-2.5 text-13 text-ink-faint lg:px-4">{entry.ip ?? '–'}</td>
      </tr>
    ))}
  </ScrollTable>
)

export const AuditCards = ({ entries, nameOf }: Drawn) => (
  <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-card">
    {entries.map((entry) => (
      <li key={entry.seq} className="px-4 py-3 text-14">
        <What entry={entry} nameOf={nameOf} />
        <p className="tabular mt-1 flex flex-wrap gap-x-2 text-13 text-ink-faint">
          <span className="wrap-anywhere">{formatActor(entry)}</span>
          <span>
            <When at={entry.at} />
          </span>
          {entry.ip !== null && <span>{entry.ip}</span>}
        </p>
      </li>
    ))}
  </ul>
)

const What = ({ entry, nameOf }: { entry: AuditEntry; nameOf: Drawn['nameOf'] }) => {
  const details = describeDetails(entry, nameOf)
  const href = subjectLink(entry)
  return (
    <>
      <span className="font-medium">{auditActs[entry.act]}</span>
      {details !== '' && (
        <span className="block text-13 text-ink-soft wrap-anywhere">{details}</span>
      )}
      {href !== null && (
        <Link
          href={href}
          className="-my-2 inline-flex min-h-control items-center text-13 text-accent-strong hover:underline pointer-fine:my-0 pointer-fine:min-h-0"
        >
          View
        </Link>
      )}
    </>
  )
}

const formatActor = ({ userId, userName, act }: AuditEntry): string => {
  if (userId !== null) return userName ?? 'Someone who left'
  return act === 'person-removed' ? 'Operator' : 'Sign-in'
}

/** '3 Mar 2026 10:42', in the device's time zone. */
const When = ({ at }: { at: string }) => {
  const moment = new Date(at)
  const time = [moment.getHours(), moment.getMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  return (
    <time dateTime={at}>
      {formatDay(at)} <span className="text-ink-faint">{time}</span>
    </time>
  )
}
