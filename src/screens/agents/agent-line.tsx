import { Link, useLocation } from 'wouter'
import { AgentFields } from '../../../contract/signals/agents.ts'
import { links, signalsLink } from '../../../contract/links.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { formatAgo, formatCount } from '../../lib/format.ts'
import { useNames } from '../../shared/signals/use-names.ts'
import { changeAgent } from '../../offline/agents.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ItemStateMark } from '../../ui/item-state.tsx'
import { Menu } from '../../ui/menu.tsx'
import { runAction } from './run-action.ts'
import { describePreview } from './preview.tsx'
import { usePreview, useRunAgent } from './queries.ts'
import { whyCannotRun } from './run-history.tsx'
import type { AgentRow } from './use-agents.ts'
import { describeQuiet, describeWatch, formatCadence } from './copy.ts'

export const AgentLine = ({ row, onDelete }: { row: AgentRow; onDelete: () => void }) => {
  const { id, value, state, isOverLimit } = row
  const { name, paused, category, cadence, quiet, timeZone, waiting } = value
  const local = useLocal()
  const offline = useOffline()
  const runAgent = useRunAgent()
  const names = useNames(value.filters)
  const [, navigate] = useLocation()
  return (
    <li data-row className="flex items-start gap-2 py-3 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            href={links.editAgent(id)}
            className="min-w-0 py-1 text-14 font-semibold wrap-anywhere hover:underline"
          >
            {name}
          </Link>
          {paused && <Badge>Paused</Badge>}
          {isOverLimit && <Badge tone="warn">Paused by plan limit</Badge>}
          <ItemStateMark state={state} />
        </h2>
        <p className="max-w-text text-14 wrap-anywhere text-ink-soft">
          {describeWatch(value, names)}
        </p>
        <p className="tabular mt-1 flex flex-wrap gap-x-3 text-13 text-ink-faint">
          <span>{formatCadence(cadence, timeZone)}</span>
          {quiet !== null && <span>{describeQuiet(quiet)}</span>}
          <LastAlert row={row} />
          {waiting > 0 && (
            <span className="font-medium text-accent-strong">
              {formatCount(waiting, 'signal waiting', 'signals waiting')}
            </span>
          )}
          {value.lastRunAt === null && !paused && !isOverLimit && <WouldHaveFound row={row} />}
        </p>
      </div>
      <Menu
        label={`Actions for ${name}`}
        groups={[
          {
            items: [
              {
                label: 'View signals',
                icon: 'signal',
                href: signalsLink({
                  agentId: id,
                  incrementalRunIds: [],
                  listIds: [],
                  signalType: { category, slug: null },
                }),
              },
              { label: 'Edit', icon: 'edit', onSelect: () => navigate(links.editAgent(id)) },
              {
                label: 'Run now',
                icon: 'bell',
                disabledReason: whyCannotRun(offline, row),
                onSelect: () => runAgent.mutate(row),
              },
              {
                label: paused ? 'Resume' : 'Pause',
                icon: 'clock',
                onSelect: () =>
                  void runAction(() => changeAgent(local, value, { paused: !paused })),
              },
            ],
          },
          { items: [{ label: 'Delete', icon: 'trash', danger: true, onSelect: onDelete }] },
        ]}
      />
    </li>
  )
}

/** What an agent without alerts would have found before it was created. */
const WouldHaveFound = ({ row: { id, value } }: { row: AgentRow }) => {
  const { data } = usePreview(AgentFields.parse(value))
  return (
    data !== undefined && (
      <Link href={links.editAgent(id)} className="hover:underline">
        {describePreview(data)}
      </Link>
    )
  )
}

const LastAlert = ({ row: { value } }: { row: AgentRow }) => {
  const now = useMinute()
  const { lastRunAt: at } = value
  return (
    <span>
      {at === null ? (
        'No alerts yet'
      ) : (
        <>
          Last alert <time dateTime={at}>{formatAgo(at, Math.max(now, Date.parse(at)))}</time>
        </>
      )}
    </span>
  )
}
