import type { Category } from '../../../../contract/records/records.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { formatNumber } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { formatTime, useMinute } from '../../../ui/as-of.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { cx } from '../../../ui/cx.ts'
import { Progress } from '../../../ui/progress.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { countLabels, describeDailyLimit, describeEffort } from './copy.ts'
import { countsWith, type Deciding } from './decisions.ts'
import { DryRunRows } from './dry-run-rows.tsx'
import { FieldProblems } from './field-problems.tsx'
import type { DryRunning, DryRunResult } from './use-dry-run.ts'

/** What the push would do in the CRM: progress, counts, effort and the first rows. */
export const DryRunPart = ({
  connector,
  label,
  category,
  dryRun: { state, error, result, retry },
  deciding,
  onSkip,
  onLeave,
}: {
  connector: string
  label: string
  category: Category
  dryRun: DryRunning
  deciding: Deciding
  /** Null where the push does not wait for the check. */
  onSkip: (() => void) | null
  onLeave: () => void
}) => {
  const now = useMinute()
  if (result !== undefined && result.problems.length > 0)
    return (
      <FieldProblems
        connector={connector}
        label={label}
        problems={result.problems}
        onLeave={onLeave}
      />
    )
  const counts = result && countsWith(result, deciding.decisions)
  const skip = onSkip !== null && (
    <Button size="sm" variant="quiet" onClick={onSkip}>
      Push without checking
    </Button>
  )
  return (
    <section aria-label={`What changes in ${label}`} className="flex flex-col gap-4">
      {state === 'checking' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <div className="flex min-w-0 flex-1 basis-52 flex-col gap-1.5">
            <p className="text-14 text-ink-soft">
              Checking {label}. Nothing changes there yet.
              {result !== undefined && (
                <>
                  {' '}
                  <span className="tabular whitespace-nowrap">
                    {formatNumber(result.checked)} of {formatNumber(result.total)}
                  </span>
                </>
              )}
            </p>
            <Progress
              wide
              done={result?.checked ?? 0}
              total={result?.total ?? 1}
              label={`Checking ${label}: records done`}
            />
          </div>
          {result !== undefined && skip}
        </div>
      )}
      {state === 'failed' && (
        <Callout
          icon="warning"
          tone="warn"
          role="alert"
          actions={
            <>
              <Button size="sm" onClick={retry}>
                Try again
              </Button>
              {skip}
            </>
          }
        >
          {describeFailure(error, label, now)}
        </Callout>
      )}
      {result === undefined || counts === undefined ? (
        state === 'checking' && <Skeleton className="h-20 w-full" />
      ) : (
        <>
          <Counts counts={counts} />
          {state === 'done' && <Effort result={{ ...result, counts }} label={label} />}
          <DryRunRows rows={result.rows} category={category} label={label} deciding={deciding} />
        </>
      )}
    </section>
  )
}

const Counts = ({ counts }: Pick<DryRunResult, 'counts'>) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-4 gap-y-1.5 rounded-sm bg-sunken p-3">
    {countLabels.map(([key, name]) => (
      <div key={key} className="flex items-baseline gap-2">
        <dt className="text-13 text-ink-soft">{name}</dt>
        <dd
          className={cx(
            'tabular order-first min-w-6 text-right text-16',
            counts[key] === 0 ? 'text-ink-faint' : 'font-semibold',
            counts[key] > 0 && key === 'conflict' && 'text-warn',
          )}
        >
          {formatNumber(counts[key])}
        </dd>
      </div>
    ))}
  </dl>
)

const Effort = ({ result, label }: { result: DryRunResult; label: string }) => {
  const now = useMinute()
  const { created, updated, conflict } = result.counts
  const effort = describeEffort(result.calls, result.seconds, label)
  const nothing =
    conflict > 0
      ? `Nothing changes in ${label} until you decide the conflicts.`
      : `Nothing changes in ${label}.`
  const limit = created + updated === 0 ? null : describeDailyLimit(result, label, now)
  if (limit !== null) return <Callout icon="clock">{limit}</Callout>
  return (
    <p role="status" className="text-13 text-ink-soft">
      {created + updated === 0 ? nothing : effort}
    </p>
  )
}

const describeFailure = (error: Error | null, label: string, now: number): string => {
  const { is, title, detail, retryAfter } = describeError(error)
  if (is === 'refused' && retryAfter !== null && retryAfter >= longWait)
    return `${label} asks us to wait until ${formatTime(now + retryAfter * 1_000, now)}.`
  return is === 'unreachable' || is === 'unknown' || is === 'unexpected'
    ? `We couldn’t check ${label}. Nothing changed there.`
    : detail || `${title}.`
}

/** From then on the hour says more than how long, in seconds. */
const longWait = 15 * 60
