import { useQuery } from '@tanstack/react-query'
import type { Subscription } from '../../../contract/org/customer.ts'
import { useApi } from '../../lib/use-api.ts'
import { PlanPicker } from '../../shared/billing/plan-picker.tsx'
import { productsQuery } from '../../shared/billing/queries.ts'
import { customerInfoQuery } from '../../shared/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Section } from '../../ui/section.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'

/** During a trial: the plans that can follow it. */
export const ChoosePlan = ({
  orgId,
  subscription,
}: {
  orgId: string
  subscription: Subscription
}) => {
  const api = useApi()
  const { data, error, refetch } = useQuery(productsQuery(api, orgId))
  const info = useQuery(customerInfoQuery(api)).data
  const sold = Object.values(data?.products ?? {})
    .filter(({ trialDays }) => trialDays === null)
    .toSorted((a, b) => a.order - b.order)
  return (
    <Section title="Choose a plan">
      <p className="mb-4 max-w-text text-14 text-ink-soft">
        Your plan starts as soon as you’ve paid, and replaces the trial.
      </p>
      {sold.length > 0 && (
        <PlanPicker
          orgId={orgId}
          sold={sold}
          country={
            subscription.billingCountry === 'NZ' || info?.customer.country === 'NZ' ? 'NZ' : 'AU'
          }
          users={info?.members.length ?? 1}
          canBuy
        />
      )}
      {data === undefined && error !== null && (
        <Callout icon="warning" actions={<Button onClick={() => void refetch()}>Try again</Button>}>
          We couldn’t load the plans.
        </Callout>
      )}
      {data === undefined && error === null && (
        <Delayed>
          <Skeleton className="h-96 w-full" />
        </Delayed>
      )}
    </Section>
  )
}
