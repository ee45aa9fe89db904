import type { Installation } from '../../../contract/org/installation.ts'
import { formatAgo, formatCount, formatNumber } from '../../lib/format.ts'
import { Row, Rows } from './rows.tsx'

type Waiting = { name: string; waiting: number; retrying: number; since: string | null }

/** Push messages wait in a table of their own, and are work like the others. */
export const JobList = ({ jobs, pushes }: Pick<Installation, 'jobs' | 'pushes'>) => {
  const all: Waiting[] = jobs.map(({ kind, waiting, retrying, dueSince }) => ({
    name: kind,
    waiting,
    retrying,
    since: dueSince,
  }))
  if (pushes.waiting > 0)
    all.push({ name: 'push', waiting: pushes.waiting, retrying: 0, since: pushes.since })
  return (
    <Rows title="Background jobs" empty="No jobs waiting." items={all}>
      {({ name, waiting, retrying, since }) => (
        <Row
          key={name}
          name={name}
          note={[
            `${formatNumber(waiting)} waiting`,
            ...(retrying > 0 ? [`${formatNumber(retrying)} failed before`] : []),
            ...(since === null ? [] : [`oldest due ${formatAgo(since)}`]),
          ].join(' · ')}
        />
      )}
    </Rows>
  )
}

const senders = { clerk: 'Clerk', stripe: 'Stripe' } as const

export const WebhookList = ({ webhooks }: Pick<Installation, 'webhooks'>) => (
  <Rows title="Webhooks" empty="" items={webhooks}>
    {({ source, lastAt, lastDay }) => (
      <Row
        key={source}
        name={senders[source]}
        note={
          lastAt === null
            ? 'Not received yet'
            : `Last ${formatAgo(lastAt)} · ${formatCount(lastDay, 'event', 'events')} in 24 hours`
        }
      />
    )}
  </Rows>
)
