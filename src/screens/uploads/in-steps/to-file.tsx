import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import type { RecordSource } from '../../../../contract/money/credits.ts'
import { isOver } from '../../../../contract/money/downloads.ts'
import type { Upload } from '../../../../contract/money/uploads.ts'
import { mostEnriched } from '../../../../contract/money/upload-file.ts'
import { links } from '../../../../contract/links.ts'
import { useOffline } from '../../../lib/contact.ts'
import { estimateQuery } from '../../../shared/credits/queries.ts'
import { useWhyNot } from '../../../shared/credits/may-spend.ts'
import { Price } from '../../../shared/credits/price.tsx'
import { askToDownload, downloading } from '../../../shared/downloads/downloading.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Section } from '../../../ui/section.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Delayed, Skeleton } from '../../../ui/skeleton.tsx'
import { Told } from '../../../ui/told.tsx'
import { requestQuery, uploadQuery } from '../queries.ts'
import { formatRows, refusalOf, withoutEnding } from '../words.ts'

/** The file with more columns: what that costs, and the way to choose columns and format. */
export const ToFile = ({ upload }: { upload: Upload }) => {
  const api = useApi()
  const offline = useOffline()
  const whyNot = useWhyNot('enrich')
  const [fromRow, setFromRow] = useState(1)
  const { id: uploadId, category, counts } = upload
  const source: RecordSource = { kind: 'upload', uploadId, fromRow }
  const price = useQuery({ ...estimateQuery(api, category, source), enabled: !offline })
  useLookAfterAsking(uploadId)
  const why = offline ? 'You need a connection to enrich. No credits are spent offline.' : whyNot
  return (
    <Card className="flex flex-col gap-4">
      <Section title="Export to a file">
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
        <Told
          icon="warning"
          tone="warn"
          actions={
            <Button size="sm" onClick={() => void price.refetch()}>
              Try again
            </Button>
          }
        >
          We couldn’t get a price. {refusalOf(price.error)}
        </Told>
      ) : offline ? null : (
        <Delayed>
          <div role="status" aria-label="Checking the price" className="flex flex-col gap-3">
            <Skeleton className="w-40" />
            <Skeleton className="w-full" />
          </div>
        </Delayed>
      )}
      {why !== undefined && (
        <Told icon={offline ? 'offline' : 'lock'} tone="warn">
          {why}
        </Told>
      )}
      <div>
        <Button
          variant="primary"
          icon="download"
          disabledReason={why}
          onClick={() => askToDownload({ category, source, name: withoutEnding(upload.name) })}
        >
          Choose columns and format
        </Button>
      </div>
      {upload.requestId !== null && <LastRequest id={upload.requestId} />}
    </Card>
  )
}

/** What was asked for stands in the upload: looked at once the question is closed. */
const useLookAfterAsking = (id: string): void => {
  const api = useApi()
  const client = useQueryClient()
  const asking = useSnapshot(downloading).asked !== null
  const asked = useRef(asking)
  useEffect(() => {
    if (asked.current && !asking)
      void client.invalidateQueries({ queryKey: uploadQuery(api, id).queryKey })
    asked.current = asking
  }, [asking, api, client, id])
}

/** Which rows of a long file: a request takes so many, and the limit is said. */
const Part = ({
  rows,
  fromRow,
  onChange,
}: {
  rows: number
  fromRow: number
  onChange: (fromRow: number) => void
}) => {
  const parts = Math.ceil(rows / mostEnriched)
  if (parts <= 1) return null
  return (
    <div className="flex flex-col gap-1">
      <SelectField
        label="Rows"
        value={String(fromRow)}
        onValueChange={(value) => onChange(Number(value))}
        options={Array.from({ length: parts }, (_, index) => {
          const first = index * mostEnriched + 1
          return {
            value: String(first),
            label: `${formatNumber(first)} to ${formatNumber(Math.min(rows, first + mostEnriched - 1))}`,
          }
        })}
      />
      <p className="text-12 text-ink-faint">
        Each file holds up to {formatRows(mostEnriched)}, so this upload makes {formatNumber(parts)}{' '}
        files.
      </p>
    </div>
  )
}

/** The request this upload was last enriched by: how far it is, and where its file is found. */
const LastRequest = ({ id }: { id: string }) => {
  const { data } = useQuery(requestQuery(useApi(), id))
  const client = useQueryClient()
  const running = data !== undefined && !isOver(data.status)
  useEffect(() => {
    // What was unlocked costs nothing now.
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
                {formatNumber(data.done)} of {formatNumber(data.rows.asked)}
              </span>
            )}
          </p>
          {running && (
            <Progress
              wide
              done={data.done}
              total={data.rows.asked}
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
