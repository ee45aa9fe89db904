import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { dayMs } from '../../contract/core/days.ts'
import { links } from '../../contract/links.ts'
import { useIdentity } from '../session/use-identity.ts'
import { formatDay } from '../lib/format.ts'
import { readPageSettings } from '../lib/page-settings.ts'
import { useApi } from '../lib/use-api.ts'
import { askAdmins } from '../shared/members/admins.ts'
import { customerInfoQuery, subscriptionQuery } from '../shared/queries.ts'
import { useMinute } from '../ui/as-of.tsx'
import { CreditThresholdBanner } from './credit-threshold-banner.tsx'
import { DismissibleStrip, useDismissed } from './dismissible-strip.tsx'

/** When the running trial ends, ISO 8601; null without one. */
const useTrialEnd = (): string | null => {
  const { orgId } = useIdentity()
  const { data } = useQuery({
    ...subscriptionQuery(useApi(), orgId ?? ''),
    enabled: orgId !== null,
  })
  return data?.status === 'trialing' ? (data.metadata?.periodEnd ?? null) : null
}

/** 'Trial ends 7 Dec', beside the credits. */
export const TrialEnd = ({ onClick }: { onClick?: () => void }) => {
  const end = useTrialEnd()
  if (end === null) return null
  return (
    <Link
      href={links.credits()}
      onClick={onClick}
      className="inline-flex h-control items-center rounded-sm px-1.5 text-12 whitespace-nowrap text-ink-soft hover:bg-sunken hover:text-ink"
    >
      Trial ends {formatDay(end).replace(/ \d{4}$/, '')}
    </Link>
  )
}

/** What a member should know of the plan; the end of a trial comes before its credits. */
export const PlanBanner = () => {
  const end = useTrialEnd()
  const now = useMinute()
  if (end === null) return <CreditThresholdBanner />
  return Date.parse(end) - now <= warnedMs ? <TrialBanner end={end} /> : <CreditThresholdBanner />
}

const warnedMs = 3 * dayMs

const TrialBanner = ({ end }: { end: string }) => {
  const { orgName, role } = useIdentity()
  const members = useQuery({ ...customerInfoQuery(useApi()), enabled: false }).data?.members
  const { contactSalesUrl } = readPageSettings()
  const [isDismissed, dismiss] = useDismissed('trial-heard', end)
  if (isDismissed) return <CreditThresholdBanner />
  return (
    <DismissibleStrip icon="clock" onDismiss={dismiss}>
      Your trial ends on {formatDay(end)}. Nothing you saved is deleted.{' '}
      {role !== 'admin' ? (
        `To keep going, ${askAdmins(members, orgName).replace(/^Ask/, 'ask')}`
      ) : contactSalesUrl ? (
        <a
          href={contactSalesUrl}
          target="_blank"
          rel="noreferrer"
          className="font-medium underline"
        >
          Contact sales
        </a>
      ) : (
        'Contact sales to keep going.'
      )}
    </DismissibleStrip>
  )
}
