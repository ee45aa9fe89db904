import type { SourceRun } from '../../../contract/org/sources.ts'
import { formatDay } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { RejectedRows } from './rejected-rows.tsx'
import { describeRun, describeSummary, formatMoment } from './copy.ts'
import { hasDetails, RunDetails } from './run-details.tsx'

const causes = {
  schedule: 'on schedule',
  member: 'by hand',
  command: 'by command',
} as const

export const RunList = ({
  runs,
  sourceId,
}: {
  runs: readonly SourceRun[]
  /** Null for imports by command, whose rejected rows are beside the operator's file. */
  sourceId: string | null
}) => (
  <ul className="mt-2 flex flex-col divide-y divide-line rounded-md border border-line bg-card">
    {runs.map((run) => {
      const { label, tone } = describeRun(run)
      return (
        <li
          key={run.id}
          data-row
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 text-14"
        >
          <span className="min-w-0 flex-1 basis-64">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <time dateTime={run.startedAt} className="tabular font-medium">
                {formatMoment(run.startedAt)}
              </time>
              <Badge tone={tone}>{label}</Badge>
              <span className="text-13 text-ink-faint">{causes[run.cause]}</span>
            </span>
            {run.fileName !== null && (
              <span className="block truncate text-13 text-ink-soft" title={run.fileName}>
                {run.fileName}
                {run.summary !== null && `, data of ${formatDay(run.summary.seenAt)}`}
              </span>
            )}
            {run.summary !== null && (
              <span className="tabular block text-13 text-ink-soft">
                {describeSummary(run.summary)}
              </span>
            )}
            {run.summary !== null && !run.dryRun && hasDetails(run.summary) && (
              <details className="text-13">
                <summary className="min-h-control cursor-pointer list-none content-center text-ink-soft underline decoration-dotted underline-offset-4 hover:text-ink pointer-fine:min-h-0 [&::-webkit-details-marker]:hidden">
                  Details
                </summary>
                <div className="py-2">
                  <RunDetails summary={run.summary} />
                </div>
              </details>
            )}
            {run.reason !== null && (
              <span className="block text-13 text-danger wrap-anywhere">{run.reason}</span>
            )}
          </span>
          {sourceId !== null && run.hasRejects && (
            <RejectedRows sourceId={sourceId} runId={run.id} />
          )}
        </li>
      )
    })}
  </ul>
)
