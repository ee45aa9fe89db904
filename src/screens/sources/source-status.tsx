import type { Source, SourceRun } from '../../../contract/org/sources.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Section } from '../../ui/section.tsx'
import { describeSummary, isReady, stateOf } from './copy.ts'
import { isOpen } from './queries.ts'
import { hasDetails, RunDetails } from './run-details.tsx'

/** What an admin has to know or decide now. */
export const SourceStatus = ({
  source,
  busy,
  onImport,
}: {
  source: Source
  busy: boolean
  onImport: (runId: string) => void
}) => {
  const { lastRun, overdue, paused } = source
  if (lastRun !== null && isOpen(lastRun)) return <UnderWay source={source} run={lastRun} />
  if (lastRun !== null && isReady(lastRun))
    return <Checked run={lastRun} busy={busy} onImport={onImport} />
  if (lastRun?.state === 'failed')
    return (
      <Callout icon="warning" tone="danger">
        {lastRun.reason ?? 'The last run failed.'} Your records are safe.
      </Callout>
    )
  if (lastRun?.state === 'uploading')
    return (
      <Callout icon="upload">
        {lastRun.fileName} hasn’t been uploaded whole. Upload it again to import it.
      </Callout>
    )
  if (paused) return <Callout icon="clock">Paused. It won’t run until you resume it.</Callout>
  if (overdue)
    return (
      <Callout icon="clock" tone="warn">
        No new data for twice as long as usual. Check where its file comes from.
      </Callout>
    )
  return null
}

const UnderWay = ({ source, run }: { source: Source; run: SourceRun }) => (
  <div role="status" className="flex flex-col gap-2 rounded-sm bg-sunken p-3 text-14 text-ink-soft">
    <span className="tabular">
      {stateOf(source).label}
      {run.fileName !== null && ` ${run.fileName}`}
      {run.progress !== null &&
        run.progress.size > 0 &&
        `: ${formatBytes(run.progress.bytes)} of ${formatBytes(run.progress.size)}`}
    </span>
    {run.progress !== null && run.progress.size > 0 && (
      <Progress
        wide
        done={run.progress.bytes}
        total={run.progress.size}
        label={`${source.name}: ${stateOf(source).label}`}
      />
    )}
  </div>
)

const Checked = ({
  run,
  busy,
  onImport,
}: {
  run: SourceRun
  busy: boolean
  onImport: (runId: string) => void
}) => {
  const offline = useOffline()
  const { summary, fileName, id } = run
  if (summary === null) return null
  return (
    <Section title="Checked, not imported yet">
      <div className="mt-2 flex flex-col gap-3 rounded-md border border-line bg-card p-4 text-14">
        <p className="font-medium wrap-anywhere">
          {fileName}, data of {formatDay(summary.seenAt)}
        </p>
        <p className="tabular">{describeSummary(summary)}</p>
        {hasDetails(summary) && <RunDetails summary={summary} />}
        <div>
          <Button
            variant="primary"
            busy={busy}
            disabledReason={offline ? 'You’re offline' : undefined}
            onClick={() => onImport(id)}
          >
            Import
          </Button>
        </div>
      </div>
    </Section>
  )
}
