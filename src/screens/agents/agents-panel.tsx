import { useEffect } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useStorageError } from '../../shared/offline/device.tsx'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { adviceOn, useStorageRefusal } from '../../shared/offline/read-failure.ts'
import { Button, IconButton, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { Callout } from '../../ui/callout.tsx'
import { AgentLine } from './agent-line.tsx'
import { useAgents } from './use-agents.ts'
import { forgetDeleted, useDeleteAgent } from './use-delete-agent.ts'
import { describePlanLimit } from './copy.ts'

export const AgentsPanel = () => {
  const { rows, served } = useAgents()
  const trouble = useStorageError()
  const offline = useOffline()
  const storageRefusal = useStorageRefusal()
  const deleting = useDeleteAgent()
  useEffect(() => forgetDeleted, [])
  const room = served.data
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="tabular text-14 text-ink-soft">
          {room === undefined
            ? offline
              ? 'Reconnect to see how many agents your plan includes.'
              : ''
            : describeUsage(room)}
        </p>
        {storageRefusal === undefined ? (
          <Link href={links.createAgent()} className={buttonClass('primary')}>
            <Icon name="plus" size={18} />
            New agent
          </Link>
        ) : (
          <Button variant="primary" icon="plus" disabledReason={storageRefusal}>
            New agent
          </Button>
        )}
      </div>
      {room !== undefined && rows?.some(({ isOverLimit }) => isOverLimit) === true && (
        <Callout icon="lock" tone="warn">
          {describePlanLimit(room.most)}. Your oldest agents stay on. The others are paused until
          you pause or delete one, or upgrade.
        </Callout>
      )}
      <div role="status">
        {deleting.name !== null && (
          <div className="flex items-center gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-4">
            <p className="min-w-0 flex-1 py-1 text-14 wrap-anywhere">“{deleting.name}” deleted.</p>
            <Button variant="quiet" icon="undo" onClick={deleting.bringBack}>
              Undo
            </Button>
            <IconButton icon="close" label="Dismiss" onClick={forgetDeleted} />
          </div>
        )}
      </div>
      {rows === undefined ? (
        trouble === null ? (
          <Delayed>
            <div role="status" aria-label="Loading your agents" className="flex flex-col gap-3">
              <Skeleton className="h-20 w-full" />
              <Skeleton className="h-20 w-full" />
            </div>
          </Delayed>
        ) : (
          <ErrorState title="We can’t load your agents on this device">
            Your synced agents are safe. To see them here, {adviceOn(trouble)}.
          </ErrorState>
        )
      ) : rows.length === 0 ? (
        <EmptyState
          drawing="blank"
          title="No agents yet"
          action={
            storageRefusal === undefined && (
              <Link href={links.createAgent()} className={buttonClass()}>
                Create your first agent
              </Link>
            )
          }
        >
          Agents watch for signals and tell you straight away, each morning or on Mondays.
        </EmptyState>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-card">
          {rows.map((row) => (
            <AgentLine key={row.id} row={row} onDelete={() => deleting.remove(row)} />
          ))}
        </ul>
      )}
    </div>
  )
}

const describeUsage = ({ used, most }: { used: number; most: number }): string =>
  used > most
    ? `${formatCount(used, 'agent', 'agents')} in your organisation, ${formatNumber(most)} in your plan`
    : `${used} of ${most} in use in your organisation`
