import { useState, type ReactNode } from 'react'
import { uuidv7 } from 'uuidv7'
import { maxRows, type FileFormat } from '../../../../contract/money/downloads.ts'
import { defaultColumns } from '../../../../contract/records/export-columns.ts'
import { links } from '../../../../contract/links.ts'
import { Unreachable } from '../../../lib/api-errors.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { firstOf } from '../../../shared/credits/find-affordable.ts'
import { PayButtons } from '../../../shared/credits/pay-buttons.tsx'
import { PricePart } from '../../../shared/credits/price-part.tsx'
import { usePaying, type Paying } from '../../../shared/credits/use-paying.ts'
import { useLocal } from '../../../shared/offline/device.tsx'
import type { ToDownload } from '../../../shared/downloads/download-store.ts'
import { formatNumber, formatRecords } from '../../../lib/format.ts'
import { usePlanLimits } from '../../../shared/plan-limits.ts'
import { useApi } from '../../../lib/use-api.ts'
import { queueDownload } from '../../../offline/downloads.ts'
import { countOf } from '../../../offline/entities/download.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { useShowRequest } from '../retry.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { knownColumns } from './columns.ts'
import { QueueForLater } from './queue-for-later.tsx'

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
  const api = useApi()
  const local = useLocal()
  const offline = useOffline()
  const showRequest = useShowRequest()
  const { rowLimit, plan } = useRowLimit()
  const { category } = what
  // Of one request: what is asked for afterwards is another one, even if it is the same.
  const [id, setId] = useState(uuidv7)
  const [name, setName] = useState(what.name)
  const [format, setFormat] = useState<FileFormat>('csv')
  const [keys, setKeys] = useState<readonly string[]>(() => defaultColumns(category))
  const [source, setSource] = useState(what.source)
  const action = source.kind === 'upload' ? enrichAction : downloadAction
  const count = countOf(source)
  const tooMany = count !== null && count > rowLimit
  const cutToLimit = (): void => {
    setSource(firstOf(source, rowLimit) ?? source)
    // A name that is only the count follows it.
    if (count !== null && name === formatRecords(count, category))
      setName(formatRecords(rowLimit, category))
  }
  const request = (agreed: number, first: number | null) => ({
    id,
    type: action.type,
    category,
    source: (first === null ? null : firstOf(source, first)) ?? source,
    name: name.trim(),
    format,
    columns: knownColumns(category, keys).map(({ key }) => key),
    agreed,
  })
  const queue = async (agreed: number, first: number | null): Promise<void> => {
    const { id: _, ...input } = request(agreed, first)
    await queueDownload(local, id, input)
    setId(uuidv7())
    onClose()
    showToast({
      title: 'Will download when you’re online',
      link: { href: links.downloadCenter(), label: 'Download centre' },
    })
  }
  const paying = usePaying({
    act: action.act,
    key: [category, source],
    ask: (first, signal) =>
      api.estimate({ category, source: request(0, first).source }, { signal, timeoutMs }),
    canBeCut: firstOf(source, 1) !== null,
    onAgree: async (agreed, first) => {
      try {
        const idempotencyKey = id
        const row = await api.requestDownload(request(agreed, first), { timeoutMs, idempotencyKey })
        showRequest(row)
        setId(uuidv7())
        onClose()
        showToast({
          title: `${row.name}: ${row.statusLabel.toLowerCase()}`,
          link: { href: links.download(row.requestId), label: 'Download centre' },
        })
      } catch (error) {
        // The request may have arrived: a retry with the same id is the same request.
        if (!(error instanceof Unreachable)) throw error
        await queue(agreed, first)
      }
    },
    open: open && !tooMany,
  })
  const blocked =
    name.trim() === '' ? 'Enter a name.' : tooMany ? describeLimit(rowLimit, plan) : undefined
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !paying.busy) onClose()
      }}
      title={count === null ? action.title : `${action.verb} ${formatRecords(count, category)}`}
      footer={
        <>
          <p
            className={cx(
              'mr-auto self-center text-13 text-ink-faint max-sm:basis-full',
              paying.cutDown !== null && 'basis-full',
            )}
          >
            Up to {formatNumber(rowLimit)} rows per download
            {rowLimit < maxRows ? ` on ${plan}` : ''}
          </p>
          {offline ? (
            <QueueForLater
              source={source}
              blocked={blocked}
              onCancel={onClose}
              onQueue={(agreed) => queue(agreed, null)}
            />
          ) : (
            <PayButtons verb={action.verb} paying={paying} blocked={blocked} onCancel={onClose} />
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
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
        <div className="flex flex-col gap-3 border-t border-line pt-3">
          {tooMany ? (
            <Callout
              icon="warning"
              tone="warn"
              actions={
                <Button size="sm" onClick={cutToLimit}>
                  Use the first {formatNumber(rowLimit)}
                </Button>
              }
            >
              {describeLimit(rowLimit, plan)}
            </Callout>
          ) : (
            !offline && (
              <>
                <PricePart category={category} paying={paying} />
                {paying.anyway !== null && (
                  <Anyway paying={paying} onAsk={paying.anyway} blocked={blocked} />
                )}
              </>
            )
          )}
          {offline && (
            <Callout icon="offline">
              You’re offline, so we can’t check the price. This downloads when you reconnect, and
              only if it costs no more than shown.
              {source.kind !== 'ids' && ' We’ll pick the records then.'}
            </Callout>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const downloadAction = {
  act: 'download',
  type: 'DOWNLOAD',
  verb: 'Download',
  title: 'Download',
} as const
/** An enriched file returns with the user's columns and ours (product 2.11). */
const enrichAction = {
  act: 'enrich',
  type: 'ENRICH_DOWNLOAD',
  verb: 'Enrich',
  title: 'Enrich your file',
} as const

/** Requests in spite of too few credits: it is retried once there are credits. */
const Anyway = ({
  paying: { busy },
  blocked,
  onAsk,
}: {
  paying: Paying
  blocked: string | undefined
  onAsk: () => void
}) => (
  <div className="flex flex-wrap items-center gap-3">
    <p className="min-w-0 flex-1 basis-64 text-13 text-ink-soft">
      You can still request it. It waits in the Download centre until you have enough credits.
    </p>
    <Button size="sm" busy={busy} disabledReason={blocked} onClick={onAsk}>
      Request anyway
    </Button>
  </div>
)

/** In ms: an estimate of ten thousand records takes a while. */
const timeoutMs = 60_000

const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'XLSX' },
] as const

const describeLimit = (limit: number, plan: string): string =>
  limit < maxRows
    ? `Downloads on the ${plan} plan are limited to ${formatNumber(limit)} rows.`
    : `Downloads are limited to ${formatNumber(limit)} rows.`

/** How many rows a request may have: few on trial (product 2.5). */
const useRowLimit = (): { rowLimit: number; plan: string } => {
  const limits = usePlanLimits()
  return { rowLimit: limits?.rowsPerRequest ?? maxRows, plan: limits?.plan ?? '' }
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-col gap-1">
    <span aria-hidden className="text-13 font-medium text-ink-soft">
      {label}
    </span>
    {children}
  </div>
)
