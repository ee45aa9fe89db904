import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { Subscription } from '../../../contract/org/customer.ts'
import { formatNumber } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { formatUsers } from '../../shared/billing/prices.ts'
import { roleName } from '../../shared/members/role-name.ts'
import { describeBeyond } from '../../shared/members/seats.ts'
import { customerInfoQuery } from '../../shared/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Monogram } from '../../ui/monogram.tsx'
import { Section } from '../../ui/section.tsx'

/** Who uses the plan, and how many more it is for. */
export const Seats = ({ subscription }: { subscription: Subscription }) => {
  const admin = useIdentity().role === 'admin'
  const members = useQuery(customerInfoQuery(useApi())).data?.members
  const seats = subscription.metadata?.seats ?? null
  if (members === undefined || seats === null) return null
  const free = seats - members.length
  return (
    <Section
      title="Users"
      aside={
        admin && (
          <Link href={links.users()} className={buttonClass('quiet', 'sm')}>
            Manage users
          </Link>
        )
      }
    >
      <p className="tabular text-14 text-ink-soft">
        {formatNumber(members.length)} of {formatUsers(seats)} on your plan.
        {free < 0 && ` ${describeBeyond(-free)}`}
      </p>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-2">
        {members.map(({ userId, name, email, role }) => (
          <li
            key={userId}
            className="flex min-w-0 items-center gap-2.5 rounded-sm border border-line bg-card px-3 py-2"
          >
            <Monogram id={userId} name={name} />
            <span className="min-w-0">
              <span className="block truncate text-14 font-medium" title={name}>
                {name === '' ? email : name}
              </span>
              <span className="block text-12 text-ink-faint">{roleName(role)}</span>
            </span>
          </li>
        ))}
        {admin && free > 0 && (
          <li>
            <Link
              href={links.users()}
              className="flex h-full min-h-13 items-center gap-2.5 rounded-sm border border-dashed border-line-strong px-3 text-14 text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <Icon name="plus" size={18} />
              Invite up to {formatNumber(free)} more
            </Link>
          </li>
        )}
      </ul>
    </Section>
  )
}
