import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { uuidv7 } from 'uuidv7'
import type { HistoryRow } from '../../../contract/money/downloads.ts'
import type { Act } from '../../../contract/org/members.ts'
import { useOffline } from '../../lib/contact.ts'
import { PayButtons } from '../../shared/credits/pay-buttons.tsx'
import { PricePart } from '../../shared/credits/price-part.tsx'
import { creditsChanged } from '../../shared/credits/queries.ts'
import { usePaying } from '../../shared/credits/use-paying.ts'
import { formatRecords } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useKeeping } from './use-history.ts'

const needsConnection = 'You need a connection for this.'

/** What can be done about a request that did not end well: the same again, or only the rows that failed. */
export const Again = ({ row, hrefOf }: { row: HistoryRow; hrefOf: (id: string) => string }) => {
  const [asking, setAsking] = useState(false)
  const offline = useOffline()
  const why = offline ? needsConnection : undefined
  if (!row.canRetry && !row.canRetryFailed) return null
  return (
    <div className="flex flex-col gap-2">
      {row.canRetry && (
        <div>
          <Button
            icon="sync"
            variant={row.file === null ? 'primary' : 'plain'}
            disabledReason={why}
            onClick={() => setAsking(true)}
          >
            Try again
          </Button>
          <AgainDialog row={row} open={asking} onClose={() => setAsking(false)} />
        </div>
      )}
      {row.canRetryFailed && <FailedAgain row={row} hrefOf={hrefOf} why={why} />}
    </div>
  )
}

/** The same request again, at the price of now, or of its first rows where not all can be afforded. */
const AgainDialog = ({
  row,
  open,
  onClose,
}: {
  row: HistoryRow
  open: boolean
  onClose: () => void
}) => {
  const api = useApi()
  const heard = useHeard()
  const id = row.requestId
  const paying = usePaying({
    act: actOf(row),
    key: ['request', id, row.attempt],
    ask: (first, signal) => api.retryEstimate({ id, ...(first !== null && { first }) }, { signal }),
    canBeCut: true,
    onAgree: async (agreed, first) => {
      heard(await api.retryDownload({ id, agreed, ...(first !== null && { first }) }))
      onClose()
    },
    open,
  })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !paying.busy) onClose()
      }}
      size="sm"
      title={`Try “${row.name}” again`}
      footer={<PayButtons verb="Try again" paying={paying} onCancel={onClose} />}
    >
      <div className="flex flex-col gap-3">
        <PricePart category={row.category} paying={paying} />
      </div>
    </Dialog>
  )
}

const actOf = ({ type }: HistoryRow): Act =>
  type.startsWith('ENRICH_') ? 'enrich' : type === 'DOWNLOAD' ? 'download' : 'push'

/** Only the rows that failed, as a request of its own, for the price of now; what fails again costs nothing. */
const FailedAgain = ({
  row,
  hrefOf,
  why,
}: {
  row: HistoryRow
  hrefOf: (id: string) => string
  why: string | undefined
}) => {
  const api = useApi()
  const heard = useHeard()
  const [, navigate] = useLocation()
  const [newId] = useState(uuidv7)
  const [asking, setAsking] = useState(false)
  const id = row.requestId
  const words = `Retry ${formatRecords(row.rows.failed, row.category)} that failed`
  const paying = usePaying({
    act: actOf(row),
    key: ['request', id, 'failed'],
    ask: (_, signal) => api.retryEstimate({ id }, { signal }),
    canBeCut: false,
    onAgree: async (agreed) => {
      const child = await api.retryFailedRows({ id, newId, agreed })
      heard(child)
      setAsking(false)
      navigate(hrefOf(child.requestId))
    },
    open: asking,
  })
  return (
    <div>
      <Button icon="sync" disabledReason={why} onClick={() => setAsking(true)}>
        {words}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={(next) => {
          if (!next && !paying.busy) setAsking(false)
        }}
        size="sm"
        title={words}
        footer={<PayButtons verb="Retry" paying={paying} onCancel={() => setAsking(false)} />}
      >
        <div className="flex flex-col gap-3">
          <PricePart category={row.category} paying={paying} />
          <p className="text-13 text-ink-soft">Rows that fail again cost nothing.</p>
        </div>
      </Dialog>
    </div>
  )
}

/** Puts a request that has just been accepted where it is shown, and lets all that counts credits ask anew. */
export const useHeard = (): ((row: HistoryRow) => void) => {
  const client = useQueryClient()
  const api = useApi()
  const keep = useKeeping('others')
  return (row) => {
    keep([row], Date.now())
    client.setQueryData(['downloads', 'request', row.requestId], row)
    for (const part of ['history', 'request'])
      void client.invalidateQueries({ queryKey: ['downloads', part] })
    creditsChanged(client, api)
  }
}
