import { useQuery } from '@tanstack/react-query'
import { Act, type Member } from '../../../contract/org/members.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { actNames } from '../../shared/credits/copy.ts'
import { formatAgo, formatNumber } from '../../lib/format.ts'
import { useMay } from '../../shared/members/may.ts'
import { customerInfoQuery } from '../../shared/queries.ts'
import { roleName } from '../../shared/members/role-name.ts'
import { useApi } from '../../lib/use-api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { MemberLimits } from './member-limits.tsx'
import { describeError } from '../../lib/describe-error.ts'

/** What each member may spend a month and on what (product 2.4): admins change it, other members read it. */
export const CreditCaps = () => {
  const may = useMay('setMemberCap')
  const { data, isError, error, refetch } = useQuery(customerInfoQuery(useApi()))
  if (data === undefined)
    return isError ? (
      <ErrorState title="We couldn’t load users" onRetry={() => void refetch()}>
        {describeError(error).title}.
      </ErrorState>
    ) : (
      <Delayed>
        <Skeleton className="h-64 w-full" />
      </Delayed>
    )
  return (
    <section aria-labelledby="credit-caps">
      <h2 id="credit-caps" className="sr-only">
        Credit limits{' '}
      </h2>
      {may.allowed ? (
        <p className="max-w-text text-14 text-ink-soft">
          Set a monthly credit limit for each person, or leave blank for no limit. Untick anything
          they shouldn’t do.
        </p>
      ) : (
        <p className="flex max-w-text gap-2.5 rounded-sm bg-sunken p-3 text-14 text-ink-soft">
          <Icon name="lock" size={18} className="mt-px shrink-0 text-ink-faint" />
          {may.reason}
        </p>
      )}
      <ul className="mt-4 divide-y divide-line rounded-md border border-line bg-card">
        {data.members.map((member) => (
          <li
            key={member.userId}
            className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 max-sm:flex-col max-sm:items-stretch"
          >
            <MemberSummary member={member} />
            {may.allowed ? <MemberLimits member={member} /> : <ReadLimits member={member} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const MemberSummary = ({ member }: { member: Member }) => {
  const { userId } = useIdentity()
  const { name, email, role, lastSeen } = member
  return (
    <div className="flex min-w-0 items-center gap-3 sm:flex-1 sm:basis-64">
      <Avatar name={name} size={36} />
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2 text-14 font-medium">
          <span className="truncate" title={name}>
            {name}
          </span>
          {userId === member.userId && <Badge tone="accent">You</Badge>}
          <Badge>{roleName(role)}</Badge>
        </p>
        <p className="flex flex-wrap gap-x-2 text-13 text-ink-faint">
          {email !== name && (
            <span className="max-w-full truncate" title={email}>
              {email}
            </span>
          )}
          <span>
            {lastSeen === null ? 'Not signed in yet' : `Last seen ${formatAgo(lastSeen)}`}
          </span>
        </p>
      </div>
    </div>
  )
}

export const ReadLimits = ({ member }: { member: Member }) => (
  <dl className="flex flex-wrap gap-x-6 gap-y-1 text-14 text-ink-soft">
    <div className="flex gap-1.5">
      <dt className="text-ink-faint">Per month</dt>
      <dd className="tabular">
        {member.cap === null ? 'no limit' : `${formatNumber(member.cap)} credits`}
      </dd>
    </div>
    <div className="flex gap-1.5">
      <dt className="text-ink-faint">Can</dt>
      <dd>{describeAllowedActs(member)}</dd>
    </div>
  </dl>
)

const describeAllowedActs = ({ disabled }: Member): string => {
  const names = Act.options.filter((act) => !disabled.includes(act)).map((act) => actNames[act])
  return names.length === 0
    ? 'search and view only'
    : names.join(', ').toLowerCase().replace('crm', 'CRM')
}
