import { Link } from 'wouter'
import type { Upload } from '../../../contract/money/uploads.ts'
import { links } from '../../../contract/links.ts'
import { formatNumber } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'

export type Step = 'columns' | 'match' | 'review' | 'out'

const labels = {
  file: 'File',
  columns: 'Columns',
  match: 'Match',
  review: 'Review',
  out: 'Download',
} as const
const order = ['file', 'columns', 'match', 'review', 'out'] as const

export const stepLink = (id: string, step: Step): string => `${links.uploadOf(id)}&step=${step}`

export const stepsOf = ({
  state,
  receivedBytes: received,
  size,
  columns,
}: Upload): readonly Step[] => {
  if (received < size) return []
  if (state === 'MATCHED' || state === 'ENRICHING' || state === 'DONE')
    return ['columns', 'match', 'review', 'out']
  if (state === 'MATCHING') return ['columns', 'match']
  return state === 'FAILED' && columns === null ? [] : ['columns']
}

/** The requested step if it is open, or the step that the upload waits at. */
export const stepOf = (upload: Upload, requested: string | null): Step => {
  const possible = stepsOf(upload)
  const wanted = possible.find((step) => step === requested)
  if (wanted !== undefined) return wanted
  if (upload.state === 'ENRICHING' || upload.state === 'DONE') return 'out'
  return possible.includes('match') ? 'match' : 'columns'
}

/** Whether nothing is left to do in a step. */
const isDone = (upload: Upload, step: Step | 'file'): boolean => {
  const { state, receivedBytes: received, size, counts } = upload
  if (received < size) return false
  const isMatched = state === 'MATCHED' || state === 'ENRICHING' || state === 'DONE'
  switch (step) {
    case 'file':
      return true
    case 'columns':
      return isMatched || state === 'MAPPED' || state === 'MATCHING'
    case 'match':
      return isMatched
    case 'review':
      return isMatched && counts.review === 0
    case 'out':
      return state === 'DONE'
  }
}

export const Steps = ({ upload, at }: { upload: Upload | null; at: Step | 'file' }) => {
  const possible = upload === null ? [] : stepsOf(upload)
  const toReview = possible.includes('review') ? (upload?.counts.review ?? 0) : 0
  return (
    <nav aria-label="Steps">
      <ol className="-ml-1.5 flex items-center gap-1 sm:-ml-2.5 sm:gap-2">
        {order.map((step, index) => {
          const done = upload !== null && isDone(upload, step)
          const left = step === 'review' && toReview > 0
          const open = step !== 'file' && possible.includes(step)
          const content = (
            <>
              <span
                className={cx(
                  'tabular grid size-6 shrink-0 place-items-center rounded-full text-12 font-semibold',
                  step === at
                    ? 'bg-accent text-accent-ink'
                    : done
                      ? 'bg-accent-soft text-accent-strong'
                      : left
                        ? 'bg-warn-soft text-warn'
                        : 'bg-sunken text-ink-faint',
                )}
              >
                {done ? <Icon name="check" size={14} /> : index + 1}
              </span>
              <span className={cx('truncate', step !== at && !left && 'max-sm:sr-only')}>
                <span className={cx(left && 'sr-only')}>{labels[step]}</span>
                {left && (
                  <span className="tabular text-warn">
                    <span className="sr-only">: </span>
                    {formatNumber(toReview)} to review
                  </span>
                )}
                {done && <span className="sr-only">, done</span>}
              </span>
            </>
          )
          const look = cx(
            'flex min-h-control items-center gap-2 rounded-sm px-1.5 text-14 font-medium sm:px-2.5',
            step === at ? 'text-ink' : 'text-ink-faint',
          )
          return (
            <li key={step} className="flex min-w-0 items-center gap-1 sm:gap-2">
              {index > 0 && (
                <span aria-hidden className="h-px w-4 shrink-0 bg-line-strong max-sm:hidden" />
              )}
              {upload !== null && open && step !== at ? (
                <Link
                  href={stepLink(upload.id, step)}
                  className={cx(look, 'hover:bg-sunken hover:text-ink')}
                >
                  {content}
                </Link>
              ) : (
                <span className={look} {...(step === at && { 'aria-current': 'step' as const })}>
                  {content}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
