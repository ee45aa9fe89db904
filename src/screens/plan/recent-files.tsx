import { useQuery } from '@tanstack/react-query'
import type { HistoryRow } from '../../../contract/money/downloads.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatDay } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { useFile } from '../../shared/downloads/use-file.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'

/** Files of the Download centre within their seven days; nothing if there are none. */
export const RecentFiles = ({ orgId }: { orgId: string }) => {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['recent-files', orgId],
    queryFn: ({ signal }) =>
      api.downloadHistory({ size: 50, status: 'REQUEST_COMPELETED' }, { signal }),
  })
  const now = useMinute()
  const rows = (data?.history ?? []).filter(
    ({ file }) => file !== null && Date.parse(file.expiresAt) > now,
  )
  if (rows.length === 0) return null
  return (
    <div className="mt-5 border-t border-line pt-4">
      <h3 className="text-14 font-semibold">Your latest downloads</h3>
      <ul className="mt-1 divide-y divide-line">
        {rows.map((row) => (
          <FileRow key={row.requestId} row={row} />
        ))}
      </ul>
    </div>
  )
}

const FileRow = ({ row: { requestId, name, file } }: { row: HistoryRow }) => {
  const offline = useOffline()
  const { fetch, busy, trouble } = useFile(requestId)
  if (file === null) return null
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-56">
        <span className="block text-14 font-medium wrap-anywhere">{name}</span>
        <span className="tabular block text-13 text-ink-faint">
          {formatBytes(file.bytes)}, until {formatDay(file.expiresAt)}
        </span>
      </span>
      <Button
        size="sm"
        icon="download"
        busy={busy !== null}
        disabledReason={offline ? 'You need a connection for this.' : undefined}
        aria-label={`Download ${name}`}
        onClick={() => void fetch('file')}
      >
        Download
      </Button>
      {trouble !== null && <FormError>{trouble}</FormError>}
    </li>
  )
}
