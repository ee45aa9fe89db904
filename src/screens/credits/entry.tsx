import type { LedgerEntry } from '../../../contract/money/credits.ts'
import { actNames, formatChange } from '../../shared/credits/copy.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { formatTime } from '../../ui/as-of.tsx'
import { cx } from '../../ui/cx.ts'
import { kindNames } from './ledger-view.ts'

/** Whether an entry only reserves or releases credits, so that the balance stays the same. */
export const isQuiet = ({ kind }: Pick<LedgerEntry, 'kind'>): boolean =>
  kind === 'reserve' || kind === 'release'

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

/** The change of the balance; reserved and released credits are in brackets, as accountants write them. */
export const EntryChange = ({ entry }: { entry: LedgerEntry }) =>
  isQuiet(entry) ? (
    <span>
      <span className="sr-only">{entry.reservedDelta > 0 ? 'reserved ' : 'released '}</span>(
      {formatNumber(Math.abs(entry.reservedDelta))})
    </span>
  ) : (
    <span className={cx('font-medium', entry.delta > 0 ? 'text-accent-strong' : '')}>
      {formatChange(entry.delta)}
    </span>
  )

/** '3 Mar 2026 10:42 am', in the device's time zone. */
export const EntryTime = ({ at }: { at: string }) => {
  const moment = Date.parse(at)
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{formatDay(at)}</span>{' '}
      <span className="whitespace-nowrap text-ink-faint">{formatTime(moment, moment)}</span>
    </time>
  )
}

export const formatActor = ({ userName, kind }: Pick<LedgerEntry, 'userName' | 'kind'>): string =>
  userName ?? (kind === 'expire' ? 'Automatic' : 'Fieldbook')
