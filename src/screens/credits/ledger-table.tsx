import { useState } from 'react'
import type { LedgerEntry } from '../../../contract/money/credits.ts'
import { formatNumber } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { isRowPress, ScrollHead, ScrollTable } from '../../ui/table.tsx'
import { EntryChange, EntryTime, EntryWhat, isQuiet, formatActor } from './entry.tsx'
import { EntryRecords } from './entry-records.tsx'

export const LedgerTable = ({ entries }: { entries: readonly LedgerEntry[] }) => (
  <ScrollTable
    className="tabular"
    head={
      <>
        <ScrollHead>Date</ScrollHead>
        <ScrollHead>Who</ScrollHead>
        <ScrollHead>What</ScrollHead>
        <ScrollHead end>Records</ScrollHead>
        <ScrollHead end>Change</ScrollHead>
        <ScrollHead end>Balance after</ScrollHead>
      </>
    }
  >
    {entries.map((entry) => (
      <Line key={entry.id} entry={entry} />
    ))}
  </ScrollTable>
)

const Line = ({ entry }: { entry: LedgerEntry }) => {
  const [open, setOpen] = useState(false)
  const { records, title, balance } = entry
  return (
    <>
      <tr
        {...(records > 0 && {
          'data-row': true,
          onClick: (event) => isRowPress(event) && setOpen(!open),
        })}
        className={cx(
          'border-b border-line last:border-b-0',
          records > 0 && 'cursor-pointer',
          isQuiet(entry) && 'text-13 text-ink-faint',
        )}
      >
        <td className="px-3 py-2.5 lg:px-4 lg:whitespace-nowrap">
          <EntryTime at={entry.at} />
        </td>
        <td
          className="max-w-36 truncate lg:max-w-48 px-3 py-2.5 lg:px-4"
          title={formatActor(entry)}
        >
          {formatActor(entry)}
        </td>
        <td className="min-w-40 px-3 py-2.5 lg:px-4">
          <EntryWhat entry={entry} />
        </td>
        <td className="px-3 py-1 lg:px-4 text-right">
          {records > 0 && (
            <button
              type="button"
              aria-expanded={open}
              aria-label={`${formatNumber(records)} records of ${title}`}
              onClick={() => setOpen(!open)}
              className="inline-flex min-h-control items-center gap-1 rounded-sm px-1 text-accent-strong hover:underline pointer-fine:min-h-8"
            >
              {formatNumber(records)}
              <Icon name={open ? 'chevron-up' : 'chevron-down'} size={16} />
            </button>
          )}
        </td>
        <td className="px-3 py-2.5 lg:px-4 text-right whitespace-nowrap">
          <EntryChange entry={entry} />
        </td>
        <td className="px-3 py-2.5 lg:px-4 text-right whitespace-nowrap">
          {formatNumber(balance)}
        </td>
      </tr>
      {open && (
        <tr className="border-b border-line bg-sunken last:border-b-0">
          <td colSpan={6} className="px-3 py-2 lg:px-4">
            {/* As wide as the table. */}
            <div className="w-0 min-w-full">
              <EntryRecords entry={entry} />
            </div>
          </td>
        </tr>
      )}
    </>
  )
}
