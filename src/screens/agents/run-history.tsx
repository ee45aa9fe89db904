import { Link } from 'wouter'
import type { Agent, RunTasks as Tasks } from '../../../contract/signals/agents.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatAgo, formatCount } from '../../lib/format.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { describeNothingNew } from './copy.ts'
import { runLink, useRuns, useRunAgent } from './queries.ts'
import type { AgentRow } from './use-agents.ts'

export const RunHistory = ({
  row,
  changed,
}: {
  row: AgentRow
  /** Its form has unsaved changes, which a run would ignore. */
  changed: boolean
}) => {
  const { id, value } = row
  const offline = useOffline()
  const now = useMinute()
  // An agent that the server has not received has no runs.
  const known = value.version > 0
  const runs = useRuns(id, known && !offline)
  const runAgent = useRunAgent()
  return (
    <section
      aria-labelledby="agent-runs"
      className="rounded-md border border-line bg-card p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="agent-runs" className="text-16 font-semibold">
          Alert history
        </h2>
        <Button
          size="sm"
          icon="bell"
          busy={runAgent.isPending}
          disabledReason={
            whyCannotRun(offline, row) ?? (changed ? 'Save your changes to run it.' : undefined)
          }
          onClick={() => runAgent.mutate(row)}
        >
          Run now
        </Button>
      </div>
      <p className="mt-1 text-14 text-ink-soft">{describeWaiting(value, now)}</p>
      {runs.data !== undefined && runs.data.length > 0 && (
        <ul className="mt-2 max-h-56 overflow-y-auto scroll-quiet">
          {runs.data.map((run) => (
            <li key={run.id}>
              <Link
                href={runLink(id, value.category, run.id)}
                className="-mx-2 flex min-h-touch items-center justify-between gap-3 rounded-sm px-2 text-14 hover:bg-sunken"
              >
                <span className="tabular font-medium">
                  {formatCount(run.signalCount, 'signal', 'signals')} sent
                </span>
                <span className="tabular flex items-center gap-1.5 text-13 text-ink-soft">
                  <time dateTime={run.at}>
                    {formatAgo(run.at, Math.max(now, Date.parse(run.at)))}
                  </time>
                  <Icon name="chevron-right" size={16} className="text-ink-faint" />
                </span>
              </Link>
              {run.tasks !== null && <RunTasks tasks={run.tasks} />}
            </li>
          ))}
        </ul>
      )}
      {runs.data === undefined && known && (offline || runs.isError) && (
        <p role="status" className="mt-2 text-13 text-ink-faint">
          {offline ? 'Reconnect to see past alerts.' : 'We couldn’t load past alerts.'}
        </p>
      )}
    </section>
  )
}

/** What a run would send now. */
const describeWaiting = (
  { waiting, lastRunAt }: Pick<Agent, 'waiting' | 'lastRunAt'>,
  now: number,
): string =>
  waiting === 0
    ? `${describeNothingNew(lastRunAt, now)}.`
    : `${formatCount(waiting, 'signal', 'signals')} waiting to be sent.`

const RunTasks = ({ tasks: { added, waiting, problems } }: { tasks: Tasks }) => (
  <div className="pb-2 text-13 text-ink-soft">
    {added > 0 && <p>{formatCount(added, 'task', 'tasks')} added in your CRM.</p>}
    {waiting > 0 && <p>{formatCount(waiting, 'task', 'tasks')} waiting for your CRM.</p>}
    {problems.map((problem) => (
      <p key={problem}>{problem}</p>
    ))}
  </div>
)

export const whyCannotRun = (
  offline: boolean,
  { state, isOverLimit, value }: Pick<AgentRow, 'state' | 'isOverLimit' | 'value'>,
): string | undefined => {
  if (offline) return 'You need a connection to run it.'
  if (value.paused) return 'Paused. Resume it to run it.'
  if (state !== 'sent') return 'This agent hasn’t synced yet.'
  return isOverLimit ? 'Paused by your plan’s limit.' : undefined
}
