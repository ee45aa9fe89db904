import { useEffect } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { useOffline } from '../../lib/contact.ts'
import { useStorageTrouble } from '../../shared/offline/device.tsx'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { adviceOn, useNothingKept } from '../../shared/offline/unread.ts'
import { Button, IconButton, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { Told } from '../../ui/told.tsx'
import { AgentLine } from './agent-line.tsx'
import { useAgents } from './use-agents.ts'
import { forgetDeleted, useDeleting } from './use-deleting.ts'
import { planHas } from './words.ts'

/** One's agents, from this device: what each watches for, when it last told, what can be done with it. */
export const AgentsPanel = () => {
  const { rows, served } = useAgents()
  const trouble = useStorageTrouble()
  const offline = useOffline()
  const nothingKept = useNothingKept()
  const deleting = useDeleting()
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
            : roomWords(room)}
        </p>
        {nothingKept === undefined ? (
          <Link href={links.createAgent()} className={buttonClass('primary')}>
            <Icon name="plus" size={18} />
            New agent
          </Link>
        ) : (
          <Button variant="primary" icon="plus" disabledReason={nothingKept}>
            New agent
          </Button>
        )}
      </div>
      {room !== undefined && rows?.some(({ rests }) => rests) === true && (
        <Told icon="lock" tone="warn">
          {planHas(room.most)}. Your oldest agents stay on. The others are paused until you pause or
          delete one, or upgrade.
        </Told>
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
        <EmptyState icon="bell" title="No agents yet">
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

/** How much of what the plan allows is in use; there may be more since the plan became smaller. */
const roomWords = ({ held, most }: { held: number; most: number }): string =>
  held > most
    ? `${formatCount(held, 'agent', 'agents')} in your organisation, ${formatNumber(most)} in your plan`
    : `${held} of ${most} in use in your organisation`
