import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import type { RecordSource } from '../../../../contract/money/credits.ts'
import { isOver, type HistoryRow } from '../../../../contract/money/downloads.ts'
import type { Upload } from '../../../../contract/money/uploads.ts'
import { maxEnrichedRows } from '../../../../contract/money/upload-file.ts'
import { links } from '../../../../contract/links.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { estimateQuery } from '../../../shared/credits/queries.ts'
import { useWhyNot } from '../../../shared/credits/may-spend.ts'
import { Price } from '../../../shared/credits/price.tsx'
import { PushButton } from '../../../shared/crm/push-button.tsx'
import { pushStore } from '../../../shared/crm/push-store.ts'
import {
  askToDownload,
  downloadStore,
  type ToDownload,
} from '../../../shared/downloads/download-store.ts'
import { useFile } from '../../../shared/downloads/use-file.ts'
import { PriceFailed, PriceToCome } from '../../../shared/price-to-come.tsx'
import { formatNumber } from '../../../lib/format.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Section } from '../../../ui/section.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { requestQuery, uploadQuery } from '../queries.ts'
import { formatRows, refusalOf, withoutEnding } from '../copy.ts'

export const ToFile = ({ upload }: { upload: Upload }) => {
  const api = useApi()
  const offline = useOffline()
  const whyNot = useWhyNot('enrich')
  const [fromRow, setFromRow] = useState(1)
  const { id: uploadId, category, counts } = upload
  const source: RecordSource = { kind: 'upload', uploadId, fromRow }
  const what: ToDownload = { category, source, name: withoutEnding(upload.name) }
  const price = useQuery({ ...estimateQuery(api, category, source), enabled: !offline })
  useRefreshAfterRequest(uploadId)
  const { data: request } = useQuery({
    ...requestQuery(api, upload.requestId ?? ''),
    enabled: upload.requestId !== null,
  })
  const file = request?.file ?? null
  const why = offline ? 'You need a connection to download. No credits are spent offline.' : whyNot
  return (
    <Card className="flex flex-col gap-4">
      <Section title="Download">
        <p className="max-w-text text-14 text-ink-soft">
          Your columns, then ours, with match confidence and reason.
        </p>
      </Section>
      {request !== undefined && <LastRequest request={request} />}
      <Part rows={upload.rows ?? 0} fromRow={fromRow} onChange={setFromRow} />
      {price.data !== undefined ? (
        <>
          <Price category={category} estimate={price.data} />
          {counts.duplicates > 0 && (
            <p className="text-13 text-ink-soft">
              {formatNumber(counts.accepted)} rows matched; {formatNumber(counts.duplicates)} of
              them are duplicates and cost nothing extra.
            </p>
          )}
        </>
      ) : price.isError ? (
        <PriceFailed onRetry={() => void price.refetch()}>
          We couldn’t get a price. {refusalOf(price.error)}
        </PriceFailed>
      ) : offline ? null : (
        <PriceToCome />
      )}
      {why !== undefined && (
        <Callout icon={offline ? 'offline' : 'lock'} tone="warn">
          {why}
        </Callout>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant={file === null ? 'primary' : 'plain'}
          icon={file === null ? 'download' : undefined}
          disabledReason={why}
          onClick={() => askToDownload(what)}
        >
          {file === null ? 'Choose columns and format' : 'Choose another format'}
        </Button>
        <PushButton what={what} disabledReason={why} />
      </div>
    </Card>
  )
}

/** Refreshes the upload after the dialog closes, because it holds the new request. */
const useRefreshAfterRequest = (id: string): void => {
  const api = useApi()
  const client = useQueryClient()
  const isDownloading = useSnapshot(downloadStore).requested !== null
  const isPushing = useSnapshot(pushStore).requested !== null
  const isOpen = isDownloading || isPushing
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen)
      void client.invalidateQueries({ queryKey: uploadQuery(api, id).queryKey })
    wasOpen.current = isOpen
  }, [isOpen, api, client, id])
}

/** Selects rows of a long file: a request has a row limit, which is shown. */
const Part = ({
  rows,
  fromRow,
  onChange,
}: {
  rows: number
  fromRow: number
  onChange: (fromRow: number) => void
}) => {
  const parts = Math.ceil(rows / maxEnrichedRows)
  if (parts <= 1) return null
  return (
    <div className="flex flex-col gap-1">
      <SelectField
        label="Rows"
        value={String(fromRow)}
        onValueChange={(value) => onChange(Number(value))}
        options={Array.from({ length: parts }, (_, index) => {
          const first = index * maxEnrichedRows + 1
          return {
            value: String(first),
            label: `${formatNumber(first)} to ${formatNumber(Math.min(rows, first + maxEnrichedRows - 1))}`,
          }
        })}
      />
      <p className="text-12 text-ink-faint">
        Each file holds up to {formatRows(maxEnrichedRows)}, so this upload makes{' '}
        {formatNumber(parts)} files.
      </p>
    </div>
  )
}

/** The last request of this upload: its progress, and its file once it is ready. */
const LastRequest = ({ request }: { request: HistoryRow }) => {
  const { label, statusLabel, done, rows, reason, status, file, requestId } = request
  const client = useQueryClient()
  const running = !isOver(status)
  useEffect(() => {
    // Unlocked records are free now, so estimates changed.
    if (!running) void client.invalidateQueries({ queryKey: ['estimate'] })
  }, [running, client])
  return (
    <div className="flex flex-col gap-3 border-b border-line pb-4">
      <p role="status" className="flex flex-wrap items-baseline gap-x-3 text-14">
        <span className="font-medium">{label}</span>
        <span className="text-ink-soft">{statusLabel}</span>
        {running && (
          <span className="tabular text-ink-faint">
            {formatNumber(done)} of {formatNumber(rows.requested)}
          </span>
        )}
      </p>
      {running && (
        <Progress wide done={done} total={rows.requested} label={`${label}: rows done`} />
      )}
      {reason !== null && <p className="text-14 text-ink-soft">{reason}</p>}
      <div className="flex flex-wrap gap-2">
        {file !== null && <FileButton id={requestId} name={file.name} />}
        <Link
          href={links.downloadCenter()}
          className={buttonClass(file === null ? 'plain' : 'quiet')}
        >
          Go to Download centre
        </Link>
      </div>
    </div>
  )
}

const FileButton = ({ id, name }: { id: string; name: string }) => {
  const offline = useOffline()
  const files = useFile(id)
  return (
    <>
      <p className="w-full truncate text-13 text-ink-soft" title={name}>
        {name}
      </p>
      <Button
        variant="primary"
        icon="download"
        busy={files.busy !== null}
        disabledReason={offline ? 'You need a connection to download files.' : undefined}
        onClick={() => void files.fetch('file')}
      >
        Download file
      </Button>
      {files.making && (
        <p role="status" className="order-last w-full text-13 text-ink-soft">
          Recreating your file. It will download when it’s ready.
        </p>
      )}
      {files.trouble !== null && (
        <p role="alert" className="order-last w-full text-13 text-danger">
          {files.trouble}
        </p>
      )}
    </>
  )
}
