import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import type { RecordSource } from '../../../../contract/money/credits.ts'
import { isOver } from '../../../../contract/money/downloads.ts'
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
  const why = offline ? 'You need a connection to enrich. No credits are spent offline.' : whyNot
  return (
    <Card className="flex flex-col gap-4">
      <Section title="Export">
        <p className="max-w-text text-14 text-ink-soft">
          Your columns, then ours, with match confidence and reason.
        </p>
      </Section>
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
          variant="primary"
          icon="download"
          disabledReason={why}
          onClick={() => askToDownload(what)}
        >
          Choose columns and format
        </Button>
        <PushButton what={what} disabledReason={why} />
      </div>
      {upload.requestId !== null && <LastRequest id={upload.requestId} />}
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

const LastRequest = ({ id }: { id: string }) => {
  const { data } = useQuery(requestQuery(useApi(), id))
  const client = useQueryClient()
  const running = data !== undefined && !isOver(data.status)
  useEffect(() => {
    // Unlocked records are free now, so estimates changed.
    if (!running) void client.invalidateQueries({ queryKey: ['estimate'] })
  }, [running, client])
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      {data !== undefined && (
        <>
          <p role="status" className="flex flex-wrap items-baseline gap-x-3 text-14">
            <span className="font-medium">{data.label}</span>
            <span className="text-ink-soft">{data.statusLabel}</span>
            {running && (
              <span className="tabular text-ink-faint">
                {formatNumber(data.done)} of {formatNumber(data.rows.requested)}
              </span>
            )}
          </p>
          {running && (
            <Progress
              wide
              done={data.done}
              total={data.rows.requested}
              label={`${data.label}: rows done`}
            />
          )}
          {data.reason !== null && <p className="text-14 text-ink-soft">{data.reason}</p>}
        </>
      )}
      <div>
        <Link href={links.downloadCenter()} className={buttonClass()}>
          Go to Download centre
        </Link>
      </div>
    </div>
  )
}
