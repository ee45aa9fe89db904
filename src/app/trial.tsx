import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { links } from '../../contract/links.ts'
import { useIdentity } from '../session/use-identity.ts'
import { formatDay } from '../lib/format.ts'
import { useApi } from '../lib/use-api.ts'
import { subscriptionQuery } from '../shared/queries.ts'

/** 'Trial ends 7 Dec', beside the credits. */
export const TrialEnd = ({ onClick }: { onClick?: () => void }) => {
  const { orgId } = useIdentity()
  const { data } = useQuery({
    ...subscriptionQuery(useApi(), orgId ?? ''),
    enabled: orgId !== null,
  })
  if (data?.status !== 'trialing' || data.metadata === null) return null
  return (
    <Link
      href={links.billing()}
      onClick={onClick}
      className="inline-flex h-control items-center rounded-sm px-1.5 text-12 whitespace-nowrap text-ink-soft hover:bg-sunken hover:text-ink"
    >
      Trial ends {formatDay(data.metadata.periodEnd).replace(/ \d{4}$/, '')}
    </Link>
  )
}
