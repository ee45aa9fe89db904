import { useState, type ReactNode } from 'react'
import type { FileFormat } from '../../../../contract/money/downloads.ts'
import { defaultColumns } from '../../../../contract/records/export-columns.ts'
import { formatRecords } from '../../../lib/format.ts'
import type { ToDownload } from '../../../shared/downloads/download-store.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { knownColumns } from './columns.ts'
import { RequestDialog } from './request-dialog.tsx'
import { useRequest } from './use-request.ts'
import { downloadPhrases } from './phrases.ts'

/** Asks for the name, format and columns of a file, shows its price and requests it; offline, queues the request. */
export const DownloadDialog = ({
  what,
  open,
  onClose,
}: {
  what: ToDownload
  open: boolean
  onClose: () => void
}) => {
  const { category } = what
  const [format, setFormat] = useState<FileFormat>('csv')
  const [keys, setKeys] = useState<readonly string[]>(() => defaultColumns(category))
  const action = what.source.kind === 'upload' ? enrichAction : downloadAction
  const requesting = useRequest({
    what,
    act: action.act,
    phrases: downloadPhrases,
    details: () => ({
      type: action.type,
      format,
      columns: knownColumns(category, keys).map(({ key }) => key),
    }),
    open,
    onClose,
  })
  const { name, setName, count } = requesting
  return (
    <RequestDialog
      requesting={requesting}
      category={category}
      title={count === null ? action.title : `Download ${formatRecords(count, category)}`}
      open={open}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Name"
          value={name}
          onValueChange={setName}
          maxLength={80}
          error={name.trim() === '' ? 'Enter a name.' : undefined}
          className="min-w-52 flex-1"
        />
        <Labelled label="File">
          <Segmented label="File" options={formats} value={format} onValueChange={setFormat} />
        </Labelled>
      </div>
      <ColumnChoice category={category} keys={keys} onChange={setKeys} />
    </RequestDialog>
  )
}

const downloadAction = {
  act: 'download',
  type: 'DOWNLOAD',
  title: 'Download',
} as const
/** A file with the user's columns and ours (product 2.11). */
const enrichAction = {
  act: 'enrich',
  type: 'ENRICH_DOWNLOAD',
  title: 'Download from uploads',
} as const

const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'XLSX' },
] as const

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-col gap-1">
    <span aria-hidden className="text-13 font-medium text-ink-soft">
      {label}
    </span>
    {children}
  </div>
)
