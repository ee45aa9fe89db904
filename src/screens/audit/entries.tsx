import { Link } from 'wouter'
import { auditActs, type AuditEntry } from '../../../contract/org/audit.ts'
import { formatDay } from '../../lib/format.ts'
import { detailsInWords, subjectLink } from './words.ts'

export type Drawn = { entries: readonly AuditEntry[]; nameOf: (userId: string) => string }

/** Entries as a table, where there is room for one. */
export const AuditTable = ({ entries, nameOf }: Drawn) => (
  <div className="overflow-x-auto rounded-md border border-line bg-card scroll-quiet">
    <table className="w-full text-14">
      <thead>
        <tr className="border-b border-line text-left text-13 text-ink-faint">
          <Head>No.</Head>
          <Head>When</Head>
          <Head>Who</Head>
          <Head>What</Head>
          <Head>Address</Head>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.seq} className="border-b border-line align-top last:border-b-0">
            <td className="tabular px-3 py-2.5 text-ink-faint lg:px-4">{entry.seq}</td>
            <td className="tabular px-3 py-2.5 whitespace-nowrap lg:px-4">
              <When at={entry.at} />
            </td>
            <td className="max-w-40 truncate px-3 py-2.5 lg:px-4" title={whoOf(entry)}>
              {whoOf(entry)}
            </td>
            <td className="min-w-52 px-3 py-2.5 lg:px-4">
              <What entry={entry} nameOf={nameOf} />
            </td>
            <td className="tabular px-3 py-2.5 text-13 text-ink-faint lg:px-4">
              {entry.ip ?? '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** The same as cards, for phones. */
export const AuditCards = ({ entries, nameOf }: Drawn) => (
  <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-card">
    {entries.map((entry) => (
      <li key={entry.seq} className="px-4 py-3 text-14">
        <What entry={entry} nameOf={nameOf} />
        <p className="tabular mt-1 flex flex-wrap gap-x-2 text-13 text-ink-faint">
          <span className="wrap-anywhere">{whoOf(entry)}</span>
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
  const details = detailsInWords(entry, nameOf)
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

/** Who did it; for what nobody of the company did, what did. */
const whoOf = ({ userId, userName, act }: AuditEntry): string => {
  if (userId !== null) return userName ?? 'Someone who left'
  return act === 'person-removed' ? 'Operator' : 'Sign-in'
}

/** '3 Mar 2026 10:42', in the time of this device. */
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

const Head = ({ children }: { children: string }) => (
  <th scope="col" className="px-3 py-2 font-medium lg:px-4">
    {children}
  </th>
)
