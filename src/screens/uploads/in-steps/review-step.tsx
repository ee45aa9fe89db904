import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'wouter'
import type { Upload, UploadRow } from '../../../../contract/money/uploads.ts'
import { formatNumber } from '../../../lib/format.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { AcceptMany } from './accept-many.tsx'
import { RowAndCandidates } from './candidates.tsx'
import { stepLink } from '../steps.tsx'
import { useReview } from './use-review.ts'
import { formatRows, refusalOf } from '../copy.ts'

export const ReviewStep = ({ upload }: { upload: Upload }) => {
  const review = useReview(upload)
  const { row, failed, deciding } = review
  if (row === null)
    return review.coming ? (
      <p role="status" className="flex items-center gap-2 py-8 text-14 text-ink-soft">
        <Spinner size={18} />
        Loading rows to review
      </p>
    ) : review.trouble !== null ? (
      <ErrorState title="We couldn’t load the rows" onRetry={review.retry}>
        {refusalOf(review.trouble)} Your decisions are saved.
      </ErrorState>
    ) : (
      <Finished upload={upload} left={review.left} onAgain={review.startOver} />
    )
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-14 text-ink-soft">
          <span className="tabular font-medium text-ink">
            {formatRows(upload.counts.review)} to review
          </span>
          {review.left > 0 && `, ${formatNumber(review.left)} skipped`}. Rows you skip stay to
          review.
        </p>
        <AcceptMany upload={upload} deciding={deciding} onDone={review.startOver} />
      </div>
      {failed !== null && (
        <Callout icon="warning" tone="danger" role="alert">
          We couldn’t save row {failed.row}. {refusalOf(failed.error)}
        </Callout>
      )}
      {deciding.reason !== undefined && (
        <Callout icon="lock" tone="warn">
          {deciding.reason}
        </Callout>
      )}
      <Question key={row.row} upload={upload} row={row} review={review} />
    </div>
  )
}

const Question = ({
  upload,
  row,
  review,
}: {
  upload: Upload
  row: UploadRow
  review: ReturnType<typeof useReview>
}) => {
  const [chosen, setChosen] = useState(row.candidates[0]?.recordId ?? null)
  const { deciding, said, back } = review
  const accept = (): void => {
    if (chosen !== null) review.accept(chosen)
  }
  const actOf = (key: string): (() => void) | undefined => {
    const acts: Readonly<Record<string, (() => void) | undefined>> = {
      a: accept,
      n: review.reject,
      s: review.leave,
      b: back ?? undefined,
    }
    return acts[key.toLowerCase()]
  }
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (isElsewhere(event)) return
    const candidate = row.candidates[Number(event.key) - 1]
    const act = candidate ? () => setChosen(candidate.recordId) : actOf(event.key)
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <Card className="flex flex-col gap-4 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 max-sm:px-4">
      {said !== null && (
        <p className="text-13 text-ink-soft">
          {decisionMessages[said]} You can change your answer.
        </p>
      )}
      <RowAndCandidates keys upload={upload} row={row} chosen={chosen} onChoose={setChosen} />
      <div className="sticky bottom-[calc(var(--spacing-bottombar)+env(safe-area-inset-bottom))] -mx-4 -mb-5 flex flex-wrap items-center gap-2 border-t bg-card px-4 py-2.5 sm:bottom-0 sm:-mx-5 sm:rounded-b-md sm:px-5">
        <Button
          variant="primary"
          icon="check"
          className="max-sm:flex-auto max-sm:px-2!"
          disabledReason={deciding.reason ?? (chosen === null ? 'No record to accept' : undefined)}
          onClick={accept}
        >
          Accept
          <Key>A</Key>
        </Button>
        <Button
          icon="close"
          className="max-sm:flex-auto max-sm:px-2!"
          disabledReason={deciding.reason}
          onClick={review.reject}
        >
          {row.candidates.length > 1 ? 'None of these' : 'Not a match'}
          <Key>N</Key>
        </Button>
        <Button variant="quiet" icon="arrow-right" className="max-sm:px-2!" onClick={review.leave}>
          Skip
          <Key>S</Key>
        </Button>
        {back !== null && (
          <Button variant="quiet" icon="undo" onClick={back}>
            <span className="max-sm:sr-only">Back</span>
            <Key>B</Key>
          </Button>
        )}
      </div>
    </Card>
  )
}

const Key = ({ children }: { children: string }) => (
  <span aria-hidden className="max-lg:hidden">
    <Kbd>{children}</Kbd>
  </span>
)

const decisionMessages = {
  accepted: 'You accepted a record for this row.',
  rejected: 'You rejected these matches.',
  left: 'You skipped this row.',
} as const

/** Whether a key press is meant for something else: a system shortcut, a text field, an open dialog. */
const isElsewhere = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  document.querySelector('[role=dialog]') !== null ||
  (target instanceof HTMLElement &&
    target.matches('input:not([type=radio], [type=checkbox]), textarea, select'))

const Finished = ({
  upload,
  left,
  onAgain,
}: {
  upload: Upload
  left: number
  onAgain: () => void
}) => (
  <EmptyState
    drawing="done"
    heading="h2"
    title={left === 0 ? 'No rows left to review' : `${formatRows(left)} skipped`}
    action={
      <div className="flex flex-wrap justify-center gap-2">
        {left > 0 && <Button onClick={onAgain}>Review skipped rows</Button>}
        <Link href={stepLink(upload.id, 'out')} className={buttonClass('primary')}>
          Download
        </Link>
      </div>
    }
  >
    {left === 0
      ? 'All rows reviewed. You can change decisions in the match table.'
      : 'They stay to review and cost nothing.'}
  </EmptyState>
)
