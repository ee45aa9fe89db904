import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { MatchState, Upload, UploadRow } from '../../../../contract/money/uploads.ts'
import { recordLink } from '../../../../contract/links.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Delayed, Skeleton } from '../../../ui/skeleton.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { RowAndCandidates } from './candidates.tsx'
import { nameOfRow, restOfRow } from './own-cells.ts'
import { rowsQuery } from '../queries.ts'
import { Score } from './score.tsx'
import { useReviewDecisions } from './use-review-decisions.ts'
import { refusalOf } from '../copy.ts'

const size = 25

export const MatchedRows = ({ upload, state }: { upload: Upload; state: MatchState }) => {
  const [page, setPage] = useState(0)
  const [opened, setOpened] = useState<number | null>(null)
  const query = useQuery(rowsQuery(useApi(), { id: upload.id, state, from: page * size, size }))
  const { data, isError, error, refetch } = query
  if (data === undefined)
    return isError ? (
      <ErrorState title="We couldn’t load the rows" onRetry={() => void refetch()}>
        {refusalOf(error)}
      </ErrorState>
    ) : (
      <Delayed>
        <div role="status" aria-label="Loading rows" className="flex flex-col gap-3">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-11 w-full" />
        </div>
      </Delayed>
    )
  if (data.total === 0) return <p className="py-6 text-14 text-ink-soft">{nothing[state]}</p>
  return (
    <>
      <ul className="@container rounded-md border border-line bg-card">
        {data.rows.map((row) => (
          <Row
            key={row.row}
            upload={upload}
            row={row}
            open={opened === row.row}
            onOpen={(open) => setOpened(open ? row.row : null)}
            onDecided={() => {
              setOpened(null)
              void refetch()
            }}
          />
        ))}
      </ul>
      <Pager page={page} size={size} total={data.total} onPage={setPage} />
    </>
  )
}

const nothing: Record<MatchState, string> = {
  accepted: 'No matched rows yet.',
  review: 'No rows left to review.',
  unmatched: 'No unmatched rows.',
}

const Row = ({
  upload,
  row,
  open,
  onOpen,
  onDecided,
}: {
  upload: Upload
  row: UploadRow
  open: boolean
  onOpen: (open: boolean) => void
  onDecided: () => void
}) => {
  const own = nameOfRow(upload, row)
  const likeliest = row.candidates.find(({ recordId }) => recordId === row.recordId)
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 px-4 py-2.5 @2xl:grid-cols-[3rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,16rem)_auto] @2xl:items-center">
        <span className="tabular hidden text-13 text-ink-faint @2xl:block">
          <span className="sr-only">Row </span>
          {row.row}
        </span>
        <span className="min-w-0">
          <span className="block truncate text-14 font-medium" title={own}>
            {own}
          </span>
          <span className="block truncate text-13 text-ink-faint" title={restOfRow(upload, row)}>
            <span className="@2xl:hidden">Row {row.row} · </span>
            {restOfRow(upload, row)}
          </span>
        </span>
        <span className="col-start-1 min-w-0 @2xl:col-start-auto">
          {row.state !== 'unmatched' && row.recordId !== null ? (
            <>
              <Link
                href={recordLink(upload.category, row.recordId)}
                className="block truncate text-14 font-medium text-accent-strong hover:underline"
              >
                {row.state === 'review' && (
                  <span className="font-normal text-ink-faint">Maybe </span>
                )}
                {row.name}
              </Link>
              <span className="block truncate text-13 text-ink-faint">{likeliest?.detail}</span>
            </>
          ) : (
            <span className="text-14 text-ink-faint">No match</span>
          )}
        </span>
        <span className="col-start-1 min-w-0 @2xl:col-start-auto">
          <Score score={row.score} reason={row.decided ? describeDecision(row) : row.reason} />
        </span>
        <span className="col-start-2 row-start-1 @2xl:col-start-auto @2xl:row-start-auto">
          <IconButton
            size="sm"
            icon={open ? 'chevron-up' : 'chevron-down'}
            label={open ? `Close ${own}` : `Details of ${own}`}
            aria-expanded={open}
            onClick={() => onOpen(!open)}
          />
        </span>
      </div>
      {open && <Closer upload={upload} row={row} onDecided={onDecided} />}
    </li>
  )
}

const describeDecision = ({ state, reason }: UploadRow): string =>
  state === 'unmatched' ? 'Rejected' : `Accepted by hand: ${reason}`

const Closer = ({
  upload,
  row,
  onDecided,
}: {
  upload: Upload
  row: UploadRow
  onDecided: () => void
}) => {
  const { decideRow, reason } = useReviewDecisions(upload)
  const accepted = row.state === 'accepted' ? row.recordId : null
  const [chosen, setChosen] = useState(accepted ?? row.candidates[0]?.recordId ?? null)
  return (
    <div className="flex flex-col gap-4 border-t border-line bg-paper px-4 py-4">
      <RowAndCandidates upload={upload} row={row} chosen={chosen} onChoose={setChosen} />
      {decideRow.isError && (
        <Callout icon="warning" tone="danger" role="alert">
          Not saved. {refusalOf(decideRow.error)}
        </Callout>
      )}
      <div className="flex flex-wrap gap-2">
        {row.candidates.length > 0 && (
          <Button
            variant="primary"
            icon="check"
            busy={decideRow.isPending}
            disabledReason={reason ?? (chosen === accepted ? 'Current match' : undefined)}
            onClick={() => {
              if (chosen !== null)
                decideRow.mutate(
                  { row: row.row, decision: 'accept', recordId: chosen },
                  { onSuccess: onDecided },
                )
            }}
          >
            Accept
          </Button>
        )}
        {row.state !== 'unmatched' && (
          <Button
            icon="close"
            busy={decideRow.isPending}
            disabledReason={reason}
            onClick={() =>
              decideRow.mutate({ row: row.row, decision: 'reject' }, { onSuccess: onDecided })
            }
          >
            Not a match
          </Button>
        )}
        {row.candidates.length === 0 && (
          <p className="text-14 text-ink-soft">
            No similar records, so this row stays unmatched and costs nothing.
          </p>
        )}
      </div>
    </div>
  )
}
