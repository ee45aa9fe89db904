import { Link, useLocation } from 'wouter'
import { links, signalsLink } from '../../../contract/links.ts'
import { useOffline } from '../../lib/contact.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { formatAgo, formatCount } from '../../lib/format.ts'
import { useNames } from '../../shared/signals/use-names.ts'
import { changeAgent } from '../../offline/agents.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ItemStateMark } from '../../ui/item-state.tsx'
import { Menu } from '../../ui/menu.tsx'
import { keeping } from './acting.ts'
import { useTelling } from './queries.ts'
import { whyNotNow } from './run-history.tsx'
import type { AgentRow } from './use-agents.ts'
import { cadenceWords, watchesFor } from './words.ts'

/** An agent in the list: its name, what it watches for, when it last told, and what can be done with it. */
export const AgentLine = ({ row, onDelete }: { row: AgentRow; onDelete: () => void }) => {
  const { id, value, state, rests } = row
  const { name, paused, category, cadence, waiting } = value
  const local = useLocal()
  const offline = useOffline()
  const telling = useTelling()
  const names = useNames(value.filters)
  const [, navigate] = useLocation()
  return (
    <li className="flex items-start gap-2 py-3 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            href={links.editAgent(id)}
            className="min-w-0 py-1 text-14 font-semibold wrap-anywhere hover:underline"
          >
            {name}
          </Link>
          {paused && <Badge>Paused</Badge>}
          {rests && <Badge tone="warn">Paused by plan limit</Badge>}
          <ItemStateMark state={state} />
        </h2>
        <p className="max-w-text text-14 wrap-anywhere text-ink-soft">{watchesFor(value, names)}</p>
        <p className="tabular mt-1 flex flex-wrap gap-x-3 text-13 text-ink-faint">
          <span>{cadenceWords[cadence]}</span>
          <LastTold row={row} />
          {waiting > 0 && (
            <span className="font-medium text-accent-strong">
              {formatCount(waiting, 'signal waiting', 'signals waiting')}
            </span>
          )}
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
                disabledReason: whyNotNow(offline, row),
                onSelect: () => telling.mutate(row),
              },
              {
                label: paused ? 'Resume' : 'Pause',
                icon: 'clock',
                onSelect: () => void keeping(() => changeAgent(local, value, { paused: !paused })),
              },
            ],
          },
          { items: [{ label: 'Delete', icon: 'trash', danger: true, onSelect: onDelete }] },
        ]}
      />
    </li>
  )
}

const LastTold = ({ row: { value } }: { row: AgentRow }) => {
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
