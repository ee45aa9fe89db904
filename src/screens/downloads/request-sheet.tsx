import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { isOver, type HistoryRow } from '../../../contract/money/downloads.ts'
import { isFile } from '../../offline/entities/download.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatAgo, formatDay, formatNumber } from '../../lib/format.ts'
import { formatTime, useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { RetryActions } from './retry.tsx'
import { Outcomes } from './outcomes.tsx'
import { RequestProgress, StatusChip } from './request-status.tsx'
import { formatCredits } from '../../shared/credits/copy.ts'
import { useFile } from '../../shared/downloads/use-file.ts'
import { hasDelivered, nounOfRows } from './row-copy.ts'
import { useRequest } from './use-history.ts'

export const RequestSheet = ({
  id,
  onClose,
  hrefOf,
}: {
  id: string | null
  onClose: () => void
  hrefOf: (id: string) => string
}) => {
  // Keeps the last request rendered while the sheet closes.
  const [last, setLast] = useState(id)
  if (id !== null && id !== last) setLast(id)
  return last === null ? null : (
    <Opened key={last} id={last} open={id !== null} onClose={onClose} hrefOf={hrefOf} />
  )
}

const Opened = ({
  id,
  open,
  onClose,
  hrefOf,
}: {
  id: string
  open: boolean
  onClose: () => void
  hrefOf: (id: string) => string
}) => {
  const { row, error, retry } = useRequest(id)
  const offline = useOffline()
  const missing = error instanceof ApiProblem && error.status === 404
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={row?.name ?? 'Details'}
    >
      {row !== undefined && !missing ? (
        <Details row={row} hrefOf={hrefOf} />
      ) : missing ? (
        <EmptyState drawing="search" title="We can’t find this request">
          The link may be incomplete, or you don’t have access.
        </EmptyState>
      ) : offline ? (
        <EmptyState drawing="offline" title="This request isn’t on this device">
          Its details load when you’re back online.
        </EmptyState>
      ) : error === null ? (
        <Delayed>
          <div role="status" aria-label="Loading the details" className="flex flex-col gap-3 p-4">
            <Skeleton className="w-40" />
            <Skeleton className="h-24 w-full" />
          </div>
        </Delayed>
      ) : (
        <ErrorState title="We couldn’t load this request" onRetry={retry}>
          Nothing is lost. Try again.
        </ErrorState>
      )}
    </Sheet>
  )
}

const Details = ({ row, hrefOf }: { row: HistoryRow; hrefOf: (id: string) => string }) => (
  <div className="flex flex-col gap-6 px-4 py-4">
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusChip row={row} />
        <span className="text-13 text-ink-soft">{row.label}</span>
      </div>
      <RequestProgress row={row} wide />
      <Wait row={row} />
      <Why row={row} />
    </div>
    <FilePart row={row} />
    <RetryActions row={row} hrefOf={hrefOf} />
    <Facts row={row} hrefOf={hrefOf} />
    <Outcomes row={row} />
  </div>
)

const Wait = ({ row: { waitsUntil } }: { row: HistoryRow }) => {
  const now = useMinute()
  const at = waitsUntil === undefined ? null : Date.parse(waitsUntil)
  if (at === null || at <= now) return null
  return (
    <Callout icon="clock">
      Waiting for the CRM until {formatTime(at, now)}. We’ll push the rest after that.
    </Callout>
  )
}

/** Online, the reasons of single rows are in the results by row. */
const Why = ({ row: { reason, needed, balance, errors, status } }: { row: HistoryRow }) => {
  const offline = useOffline()
  const listed = offline || !isOver(status) ? errors : []
  const isShort = status === 'INSUFFICIENT_CREDITS'
  const short =
    isShort && reason !== null
      ? `${reason} Nothing was charged.`
      : isShort && needed !== null && balance !== null
        ? `This needs ${formatCredits(needed)}, and you had ${formatCredits(balance)}. Nothing was charged.`
        : null
  if (reason === null && short === null && listed.length === 0) return null
  return (
    <div className="rounded-sm bg-warn-soft px-3 py-2 text-14 text-warn">
      <p className="wrap-anywhere">{short ?? reason}</p>
      {listed.length > 0 && (
        <ul className="mt-1 list-disc pl-5 text-13 wrap-anywhere">
          {listed.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

const FilePart = ({ row }: { row: HistoryRow }) => {
  const { file } = row
  const files = useFile(row.requestId)
  const offline = useOffline()
  const now = useMinute()
  if (file === null) return null
  const why = offline ? 'You need a connection to download files.' : undefined
  return (
    <Part title="File">
      <p className="text-14 wrap-anywhere">{file.name}</p>
      <p className="tabular text-13 text-ink-soft">
        {file.format.toUpperCase()} · {formatBytes(file.bytes)} ·{' '}
        {Date.parse(file.expiresAt) > now
          ? `Available until ${formatDay(file.expiresAt)}. After that you can recreate it for free.`
          : 'Expired. Recreate it for free.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon="download"
          busy={files.busy === 'file'}
          disabledReason={why}
          onClick={() => void files.fetch('file')}
        >
          Download file
        </Button>
        <Button
          icon="list"
          busy={files.busy === 'results'}
          disabledReason={why}
          onClick={() => void files.fetch('results')}
        >
          Results by row
        </Button>
      </div>
      {files.making && (
        <p role="status" className="mt-2 text-13 text-ink-soft">
          Recreating your file. It will download when it’s ready.
        </p>
      )}
      {files.trouble !== null && (
        <p role="alert" className="mt-2 text-13 text-danger">
          {files.trouble}
        </p>
      )}
    </Part>
  )
}

/** What the CRM was sent is paid for, whether or not it accepted it. */
const isPersonPush = ({ type, category }: HistoryRow): boolean =>
  !isFile(type) && category === 'people'

const Facts = ({ row, hrefOf }: { row: HistoryRow; hrefOf: (id: string) => string }) => {
  const { rows, parentRequestId: parent } = row
  const { skipped = 0 } = rows
  const unmatched = hasDelivered(row.status)
    ? rows.requested - rows.delivered - rows.suppressed - rows.failed - skipped
    : 0
  const now = useMinute()
  const ago = (at: string): string => formatAgo(at, Math.max(now, Date.parse(at)))
  return (
    <Part title="Summary">
      <dl className="tabular grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-14">
        <Fact name="Requested">
          {formatNumber(rows.requested)} {nounOfRows(row)}
        </Fact>
        <Fact name="Delivered">
          {formatNumber(rows.delivered)}
          {rows.owned > 0 && (
            <span className="text-ink-faint">
              , {formatNumber(rows.owned)} of them already revealed, free
            </span>
          )}
        </Fact>
        {rows.suppressed > 0 && (
          <Fact name="Left out">{formatNumber(rows.suppressed)}, on a suppression list</Fact>
        )}
        {unmatched > 0 && <Fact name="No match found">{formatNumber(unmatched)}, not charged</Fact>}
        {skipped > 0 && <Fact name="Skipped">{formatNumber(skipped)}, not charged</Fact>}
        {rows.failed > 0 && (
          <Fact name="Failed">
            {formatNumber(rows.failed)}
            {isPersonPush(row) ? ', revealed if we sent their details' : ', not charged'}
          </Fact>
        )}
        <Fact name="Charged">
          {formatCredits(row.credits)}
          {row.agreed !== row.credits && (
            <span className="text-ink-faint">, {formatCredits(row.agreed)} agreed</span>
          )}
        </Fact>
        <Fact name="By">{row.user.name}</Fact>
        <Fact name="Started">{ago(row.createdAt)}</Fact>
        <Fact name="Updated">{ago(row.updatedAt)}</Fact>
        {row.attempt > 1 && <Fact name="Attempt">{formatNumber(row.attempt)}</Fact>}
        <Fact name="Number">
          <span className="text-12 wrap-anywhere text-ink-faint select-all">{row.requestId}</span>
        </Fact>
      </dl>
      {parent !== null && (
        <Link
          href={hrefOf(parent)}
          className="mt-1 inline-flex min-h-control items-center gap-1.5 text-14 font-medium text-accent-strong hover:underline"
        >
          <Icon name="undo" size={16} />
          Retry of an earlier {isFile(row.type) ? 'download' : 'push'}
        </Link>
      )}
    </Part>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-soft">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className="pb-1.5 text-13 font-medium text-ink-faint">{title}</h3>
    {children}
  </section>
)
