import { useState } from 'react'
import type { LedgerEntry } from '../../../contract/money/credits.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { isRowPress } from '../../ui/table.tsx'
import { EntryChange, EntryTime, EntryWhat, isQuiet, formatActor } from './entry.tsx'
import { EntryRecords } from './entry-records.tsx'

export const LedgerCards = ({ entries }: { entries: readonly LedgerEntry[] }) => (
  <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-card">
    {entries.map((entry) => (
      <Card key={entry.id} entry={entry} />
    ))}
  </ul>
)

const Card = ({ entry }: { entry: LedgerEntry }) => {
  const [open, setOpen] = useState(false)
  const { records } = entry
  return (
    <li
      {...(records > 0 && {
        'data-row': true,
        onClick: (event) => isRowPress(event) && setOpen(!open),
      })}
      className={cx('px-4 py-3', isQuiet(entry) ? 'text-13 text-ink-faint' : 'text-14')}
    >
      <p className="flex items-baseline justify-between gap-4">
        <span className="min-w-0">
          <EntryWhat entry={entry} />
        </span>
        <span className="tabular shrink-0">
          <EntryChange entry={entry} />
        </span>
      </p>
      <p className="tabular mt-0.5 flex items-baseline justify-between gap-4 text-13 text-ink-faint">
        <span className="min-w-0">
          <EntryTime at={entry.at} /> · {formatActor(entry)}
        </span>
        <span className="shrink-0">
          <span className="sr-only">balance after </span>
          {formatNumber(entry.balance)}
        </span>
      </p>
      {records > 0 && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-mb-2 inline-flex min-h-control items-center gap-1 text-13 font-medium text-accent-strong"
        >
          {formatCount(records, 'record', 'records')}
          <Icon name={open ? 'chevron-up' : 'chevron-down'} size={16} />
        </button>
      )}
      {open && <EntryRecords entry={entry} />}
    </li>
  )
}
