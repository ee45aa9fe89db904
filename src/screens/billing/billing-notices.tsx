import type { Subscription } from '../../../contract/org/customer.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatDay } from '../../lib/format.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { describeFailedPayment } from '../../shared/failed-payment.ts'
import { needsConnection } from '../../shared/billing/has-payments.ts'
import { formatUsers } from '../../shared/billing/prices.ts'
import { UpdateCard } from '../../shared/billing/update-card.tsx'
import { useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { useResume } from './use-resume.ts'

/** A payment that failed, a plan that ends, and a smaller plan that is to come, each with the way back. */
export const BillingNotices = ({
  orgId,
  subscription,
}: {
  orgId: string
  subscription: Subscription
}) => {
  const { plan, billing } = subscription
  const admin = useIdentity().role === 'admin'
  const name = plan.metadata.plan_name
  if (!billing) return null
  const { endsAt, scheduled } = billing
  return (
    <>
      <FailedPayment orgId={orgId} subscription={subscription} />
      {endsAt !== null && (
        <Callout
          icon="calendar"
          tone="warn"
          actions={admin && <Resume subscription={subscription} label={`Keep ${name}`} />}
        >
          {name} ends on {formatDay(endsAt)}. Until then everything works as before, and nothing you
          saved is deleted afterwards.
        </Callout>
      )}
      {scheduled !== null && endsAt === null && (
        <Callout
          icon="calendar"
          actions={admin && <Resume subscription={subscription} label={`Keep ${name} as it is`} />}
        >
          From {formatDay(scheduled.at)}: {scheduled.plan_name} for {formatUsers(scheduled.seats)},
          billed {scheduled.interval === 'year' ? 'yearly' : 'monthly'}.
        </Callout>
      )}
    </>
  )
}

const FailedPayment = ({ orgId, subscription }: { orgId: string; subscription: Subscription }) => {
  const admin = useIdentity().role === 'admin'
  const now = useMinute()
  const text = describeFailedPayment(subscription, now)
  if (text === null) return null
  return (
    <Callout
      icon="warning"
      tone="danger"
      actions={admin && <UpdateCard orgId={orgId} variant="primary" />}
    >
      {text} {admin && 'Update your card, or pay the invoice that’s due below.'}
    </Callout>
  )
}

const Resume = ({ subscription, label }: { subscription: Subscription; label: string }) => {
  const offline = useOffline()
  const { resume, busy } = useResume(subscription)
  return (
    <Button busy={busy} disabledReason={offline ? needsConnection : undefined} onClick={resume}>
      {label}
    </Button>
  )
}
