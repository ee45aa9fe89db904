import { useMemo } from 'react'
import { auditActs, type AuditEntry } from '../../../contract/org/audit.ts'
import { ItemsTable, type ItemColumn } from '../../shared/records-table/items-table.tsx'
import { Icon } from '../../ui/icon.tsx'
import { describeDetails, formatActor } from './copy.ts'
import { When } from './when.tsx'

export type Drawn = {
  entries: readonly AuditEntry[]
  total: number
  /** How many entries lie before the first. */
  from: number
  nameOf: (userId: string) => string
  onOpen: (entry: AuditEntry) => void
}

type Row = AuditEntry & { id: string; name: string; says: string }

export const AuditTable = ({ entries, total, from, nameOf, onOpen }: Drawn) => {
  const rows = useMemo(
    () =>
      entries.map((entry): Row => ({
        ...entry,
        id: String(entry.seq),
        name: auditActs[entry.act],
        says: describeDetails(entry, nameOf),
      })),
    [entries, nameOf],
  )
  return (
    <ItemsTable
      plural="Entries"
      columns={columns}
      rows={rows}
      total={total}
      from={from}
      onOpen={onOpen}
    />
  )
}

const columns: readonly ItemColumn<Row>[] = [
  {
    key: 'what',
    label: 'What',
    width: 13,
    cell: ({ name, says }) => (
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-medium">{name}</span>
        {says !== '' && (
          <span className="truncate text-12 leading-3.5 text-ink-soft" title={says}>
            {says}
          </span>
        )}
      </span>
    ),
  },
  { key: 'when', label: 'When', width: 9, cell: ({ at }) => <When at={at} /> },
  {
    key: 'who',
    label: 'Who',
    width: 8,
    cell: (entry) => (
      <span className="block truncate" title={formatActor(entry)}>
        {formatActor(entry)}
      </span>
    ),
  },
  { key: 'ip', label: 'Address', width: 8, cell: ({ ip }) => ip ?? '–' },
  { key: 'seq', label: 'No.', width: 4, type: 'number', cell: ({ seq }) => seq },
]

export const AuditCards = ({ entries, nameOf, onOpen }: Drawn) => (
  <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-card">
    {entries.map((entry) => (
      <li key={entry.seq} data-row>
        <button
          type="button"
          onClick={() => onOpen(entry)}
          className="flex w-full items-center gap-2 py-3 pr-3 pl-4 text-left text-14"
        >
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{auditActs[entry.act]}</span>
            <span className="block text-13 text-ink-soft wrap-anywhere">
              {describeDetails(entry, nameOf)}
            </span>
            <span className="tabular mt-1 flex flex-wrap gap-x-2 text-13 text-ink-faint">
              <span className="wrap-anywhere">{formatActor(entry)}</span>
              <When at={entry.at} />
            </span>
          </span>
          <Icon name="chevron-right" size={18} className="shrink-0 text-ink-faint" />
        </button>
      </li>
    ))}
  </ul>
)
