import { useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { csvType, saveFile } from '../../lib/save-file.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { chosenOf } from './queries.ts'
import type { AuditView } from './view.ts'
import { describeError } from '../../lib/describe-error.ts'

export const ExportCsv = ({ view, total }: { view: AuditView; total: number | undefined }) => {
  const api = useApi()
  const offline = useOffline()
  const [busy, setBusy] = useState(false)
  const take = async (): Promise<void> => {
    setBusy(true)
    try {
      const file = await api.auditFile(chosenOf(view), { timeoutMs: 60_000 })
      saveFile(file.name, [file.csv], csvType)
      if (file.rows < file.total)
        showToast({
          title: `Exported the latest ${formatNumber(file.rows)} of ${formatNumber(file.total)}. Choose dates for the rest`,
        })
    } catch (error) {
      const why = describeError(error).title
      showToast({ title: `We couldn’t export the log: ${why}`, tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon="download"
      busy={busy}
      disabledReason={offline ? 'You’re offline' : total === 0 ? 'No entries to export' : undefined}
      onClick={() => void take()}
    >
      Export CSV
    </Button>
  )
}
