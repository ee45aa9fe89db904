import type { LedgerEntry } from '../../../contract/money/credits.ts'
import { actNames, formatChange } from '../../shared/credits/words.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'
import { kindNames } from './ledger-view.ts'

/** Whether a line only holds credits or lets them go: nothing of the balance has changed. */
export const isQuiet = ({ kind }: Pick<LedgerEntry, 'kind'>): boolean =>
  kind === 'reserve' || kind === 'release'

/** What happened: 'Download' or 'Added', and what it was about. */
export const EntryWhat = ({ entry }: { entry: LedgerEntry }) => (
  <>
    <span className={isQuiet(entry) ? '' : 'font-medium'}>
      {entry.action === null || entry.kind !== 'commit'
        ? kindNames[entry.kind]
        : actNames[entry.action]}
      {entry.action !== null && entry.kind !== 'commit' && `, ${actNames[entry.action]}`}
    </span>
    <span className="text-ink-faint"> · </span>
    <span className="wrap-anywhere">{entry.title}</span>
  </>
)

/** By how much the balance changed; what was only held or let go, in brackets as accountants write what does not count. */
export const EntryChange = ({ entry }: { entry: LedgerEntry }) =>
  isQuiet(entry) ? (
    <span>
      <span className="sr-only">{entry.held > 0 ? 'reserved ' : 'released '}</span>(
      {formatNumber(Math.abs(entry.held))})
    </span>
  ) : (
    <span className={cx('font-medium', entry.delta > 0 ? 'text-accent-strong' : '')}>
      {formatChange(entry.delta)}
    </span>
  )

/** '3 Mar 2026, 10:42', in the time of this device. */
export const EntryTime = ({ at }: { at: string }) => {
  const moment = new Date(at)
  const time = [moment.getHours(), moment.getMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{formatDay(at)}</span>{' '}
      <span className="text-ink-faint">{time}</span>
    </time>
  )
}

/** Who did it; for what nobody did, what did. */
export const whoOf = ({ userName, kind }: Pick<LedgerEntry, 'userName' | 'kind'>): string =>
  userName ?? (kind === 'expire' ? 'Automatic' : 'Fieldbook')
