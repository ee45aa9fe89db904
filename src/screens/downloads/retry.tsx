import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { uuidv7 } from 'uuidv7'
import type { HistoryRow } from '../../../contract/money/downloads.ts'
import type { Act } from '../../../contract/org/members.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { PayButtons } from '../../shared/credits/pay-buttons.tsx'
import { PricePart } from '../../shared/credits/price-part.tsx'
import { refreshCredits } from '../../shared/credits/queries.ts'
import { usePaying } from '../../shared/credits/use-paying.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { formatRecords } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { isFile } from '../../offline/entities/download.ts'
import { expectFile } from '../../offline/history.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useDecisions } from './push/decisions.ts'
import { RetryCheck, useRetryCheck, type Opening } from './push/retry-check.tsx'
import { useSaveHistory } from './use-history.ts'

const needsConnection = 'You need a connection for this.'

export const RetryActions = ({
  row,
  hrefOf,
}: {
  row: HistoryRow
  hrefOf: (id: string) => string
}) => {
  const opening = useOpening()
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
            onClick={opening.open}
          >
            Try again
          </Button>
          <RetryDialog row={row} opening={opening} />
        </div>
      )}
      {row.canRetryFailed && <RetryFailedRows row={row} hrefOf={hrefOf} why={why} />}
    </div>
  )
}

type Opened = Opening & { open: () => void; close: () => void }

const useOpening = (): Opened => {
  const [isOpen, setIsOpen] = useState(false)
  const [opened, setOpened] = useState(0)
  return {
    isOpen,
    opened,
    open: () => {
      setIsOpen(true)
      setOpened(opened + 1)
    },
    close: () => setIsOpen(false),
  }
}

/** Retries a request at its present price, or its first rows if the credits cover no more. */
const RetryDialog = ({ row, opening }: { row: HistoryRow; opening: Opened }) => {
  const { isOpen, close } = opening
  const api = useApi()
  const showRequest = useShowRequest()
  const deciding = useDecisions()
  const check = useRetryCheck(row, opening, deciding)
  const id = row.requestId
  const paying = usePaying({
    act: actOf(row),
    key: ['request', id, row.attempt],
    ask: (first, signal) => api.retryEstimate({ id, ...(first !== null && { first }) }, { signal }),
    canBeCut: true,
    onAgree: async (agreed, first) => {
      const part = first === null ? {} : { first }
      showRequest(await api.retryDownload({ id, agreed, ...part, ...deciding.input }))
      close()
    },
    open: isOpen,
  })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        if (!next && !paying.busy) close()
      }}
      size="sm"
      title={`Try “${row.name}” again`}
      footer={
        <PayButtons
          verb="Try again"
          paying={paying}
          isMost={check.less !== null}
          onCancel={close}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <RetryCheck row={row} check={check} deciding={deciding} onLeave={close} />
        <PricePart category={row.category} paying={paying} less={check.less} />
      </div>
    </Dialog>
  )
}

const actOf = ({ type }: HistoryRow): Act =>
  type.startsWith('ENRICH_') ? 'enrich' : isFile(type) ? 'download' : 'push'

/** Retries the failed rows as a request of their own, at the present price. */
const RetryFailedRows = ({
  row,
  hrefOf,
  why,
}: {
  row: HistoryRow
  hrefOf: (id: string) => string
  why: string | undefined
}) => {
  const api = useApi()
  const showRequest = useShowRequest()
  const [, navigate] = useLocation()
  const [newId] = useState(uuidv7)
  const opening = useOpening()
  const { isOpen, open, close } = opening
  const deciding = useDecisions()
  const check = useRetryCheck(row, opening, deciding)
  const id = row.requestId
  const { failed, skipped = 0 } = row.rows
  const left = failed + skipped
  const label = `Retry ${formatRecords(left, row.category)} that ${
    skipped === 0 ? 'failed' : left === 1 ? 'wasn’t pushed' : 'weren’t pushed'
  }`
  const paying = usePaying({
    act: actOf(row),
    key: ['request', id, 'failed'],
    ask: (_, signal) => api.retryEstimate({ id }, { signal }),
    canBeCut: false,
    onAgree: async (agreed) => {
      const child = await api.retryFailedRows({ id, newId, agreed, ...deciding.input })
      showRequest(child)
      close()
      navigate(hrefOf(child.requestId))
    },
    open: isOpen,
  })
  return (
    <div>
      <Button icon="sync" disabledReason={why} onClick={open}>
        {label}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={(next) => {
          if (!next && !paying.busy) close()
        }}
        size="sm"
        title={label}
        footer={
          <PayButtons verb="Retry" paying={paying} isMost={check.less !== null} onCancel={close} />
        }
      >
        <div className="flex flex-col gap-3">
          <RetryCheck row={row} check={check} deciding={deciding} onLeave={close} />
          <PricePart category={row.category} paying={paying} less={check.less} />
          <p className="text-13 text-ink-soft">Rows that fail again cost nothing.</p>
        </div>
      </Dialog>
    </div>
  )
}

export const useShowRequest = (): ((row: HistoryRow) => void) => {
  const client = useQueryClient()
  const api = useApi()
  const keep = useSaveHistory('others')
  const { device } = useLocal()
  return (row) => {
    keep([row], Date.now())
    // A device that cannot store this has the button in the Download centre.
    expectFile(device, row.requestId).catch(() => {})
    client.setQueryData(['downloads', 'request', row.requestId], row)
    for (const part of ['history', 'request'])
      void client.invalidateQueries({ queryKey: ['downloads', part] })
    refreshCredits(client, api)
  }
}
