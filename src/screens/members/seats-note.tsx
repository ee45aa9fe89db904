import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { describeBeyond, type Seats } from '../../shared/members/seats.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'

/** How many users the plan is for, and how many it has left. */
export const SeatsNote = ({ seats }: { seats: Seats }) => {
  if (seats.free > 0)
    return (
      <p className="mb-4 text-14 text-ink-soft">
        <span className="tabular">
          {formatNumber(seats.members)} of {formatCount(seats.seats, 'user', 'users')}
        </span>{' '}
        on your plan{seats.invited > 0 && `, ${formatNumber(seats.invited)} invited`}.
      </p>
    )
  return (
    <div className="mb-4">
      <Callout
        icon={isOver(seats) ? 'warning' : 'info'}
        tone={isOver(seats) ? 'warn' : 'plain'}
        actions={
          <Link href={links.billing()} className={buttonClass('plain', 'sm')}>
            {seats.isTrial ? 'Choose a plan' : 'Add users to your plan'}
          </Link>
        }
      >
        {sentenceOf(seats)}
      </Callout>
    </div>
  )
}

/** Why an invitation is impossible now; undefined if it is possible. */
export const whyFull = (seats: Seats | null): string | undefined =>
  seats === null || seats.free > 0 ? undefined : `Your ${seats.isTrial ? 'trial' : 'plan'} is full.`

/** Why so many invitations are too many; undefined if they are not. */
export const whyTooMany = (seats: Seats | null, wanted: number): string | undefined =>
  seats === null || wanted <= seats.free
    ? undefined
    : `Your plan has space for ${formatCount(Math.max(0, seats.free), 'more user', 'more users')}, and you’re inviting ${formatNumber(wanted)}.`

const isOver = ({ seats, members }: Seats): boolean => members > seats

const sentenceOf = (seats: Seats): string => {
  const plan = `Your ${seats.isTrial ? 'trial' : 'plan'} is for ${formatCount(seats.seats, 'user', 'users')}`
  if (isOver(seats))
    return `${plan}, and ${formatNumber(seats.members)} have joined. ${describeBeyond(seats.members - seats.seats)}`
  if (seats.invited > 0)
    return `${plan}: ${formatNumber(seats.members)} joined and ${formatNumber(seats.invited)} invited. To invite someone else, add users or revoke an invitation.`
  return `${plan}, and it’s full. To invite someone else, add users or remove someone.`
}
