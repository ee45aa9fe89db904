import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { links } from '../../../contract/links.ts'
import type { FileFormat, HistoryRow } from '../../../contract/money/downloads.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { useApi } from '../../lib/use-api.ts'
import { expectFile, saveHistory } from '../../offline/history.ts'
import type { Local } from '../../offline/outbox.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { VisitFilter } from './visit-filter.ts'

/** The visits on the screen as a file, free, through the Download centre. */
export const ExportVisits = ({ filter: { by, outcome, list } }: { filter: VisitFilter }) => {
  const api = useApi()
  const client = useQueryClient()
  const local = useLocal()
  const offline = useOffline()
  // Of one export: a second press before the answer is the same one.
  const [id, setId] = useState(uuidv7)
  const start = async (format: FileFormat): Promise<void> => {
    try {
      const row = await api.exportVisits(
        { id, format, by, ...(outcome && { outcome }), ...(list !== null && { list }) },
        { idempotencyKey: id },
      )
      // A device that cannot store this has the button in the Download centre.
      await expectRequest(local, row).catch(() => {})
      setId(uuidv7())
      void client.invalidateQueries({ queryKey: ['downloads'] })
      showToast({
        title: `${row.name}: ${row.statusLabel.toLowerCase()}`,
        link: { href: links.download(row.requestId), label: 'Download centre' },
      })
    } catch (error) {
      const { title, detail } = describeError(error)
      showToast({ title: detail || title, tone: 'danger' })
    }
  }
  return (
    <Menu
      label="Export visits"
      text="Export"
      icon="download"
      disabledReason={offline ? 'You need a connection to export.' : undefined}
      groups={[
        {
          heading: 'Free',
          items: [
            { label: 'CSV file', onSelect: () => void start('csv') },
            { label: 'Excel file (XLSX)', onSelect: () => void start('xlsx') },
          ],
        },
      ]}
    />
  )
}

/** The page saves the file once it is ready. */
const expectRequest = async (local: Local, row: HistoryRow): Promise<void> => {
  await saveHistory(local, { rows: [row], of: 'others', requestedAt: local.now() })
  await expectFile(local.device, row.requestId)
}
