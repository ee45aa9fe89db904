import { useLocation } from 'wouter'
import type { HistoryRow } from '../../../contract/money/downloads.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useLayout } from '../../lib/use-media.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useFile } from '../../shared/downloads/use-file.ts'
import type { FileKind } from '../../shared/downloads/fetch-file.ts'

const needsConnection = 'You need a connection for this.'

/** Actions for a request of the history. Retry is only in the details, because it shows its price first. */
export const RequestMenu = ({ row, href }: { row: HistoryRow; href: string }) => {
  const [, navigate] = useLocation()
  const offline = useOffline()
  const files = useFile(row.requestId)
  const why = offline ? needsConnection : undefined
  const save = async (what: FileKind): Promise<void> => {
    const failure = await files.fetch(what)
    if (failure !== null) showToast({ title: failure, tone: 'danger' })
  }
  const again: MenuItem[] = [
    ...(row.canRetry ? [{ label: 'Try again', icon: 'sync' as const }] : []),
    ...(row.canRetryFailed ? [{ label: 'Retry failed rows', icon: 'sync' as const }] : []),
  ].map((item) => ({ ...item, disabledReason: why, onSelect: () => navigate(href) }))
  return (
    <Menu
      label={`Actions for ${row.name}`}
      size="sm"
      groups={[
        {
          items: [
            { label: 'Details', icon: 'eye', onSelect: () => navigate(href) },
            ...(row.file === null
              ? []
              : [
                  {
                    label: 'Download file',
                    icon: 'download' as const,
                    hint: row.file.format.toUpperCase(),
                    disabledReason: why,
                    onSelect: () => void save('file'),
                  },
                  {
                    label: 'Download results',
                    icon: 'list' as const,
                    hint: 'Result for each row',
                    disabledReason: why,
                    onSelect: () => void save('results'),
                  },
                ]),
            ...again,
          ],
        },
      ]}
    />
  )
}

/** Downloads the file of a request: with its name in a wide table, otherwise an icon. Renders nothing without a file. */
export const FileButton = ({ row: { requestId, file, name } }: { row: HistoryRow }) => {
  const files = useFile(requestId)
  const wide = useLayout() === 'desk'
  const offline = useOffline()
  if (file === null) return null
  const take = async (): Promise<void> => {
    const failure = await files.fetch('file')
    if (failure !== null) showToast({ title: failure, tone: 'danger' })
  }
  const shared = {
    icon: 'download',
    size: 'sm',
    busy: files.busy !== null,
    disabledReason: offline ? needsConnection : undefined,
    onClick: () => void take(),
  } as const
  return wide ? (
    <Button {...shared} variant="quiet" aria-label={`Download ${name}`}>
      Download
    </Button>
  ) : (
    <IconButton {...shared} label={`Download ${name}`} />
  )
}
