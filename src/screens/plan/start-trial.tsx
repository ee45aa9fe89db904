import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { uuidv7 } from 'uuidv7'
import type { BillingCountry, Product } from '../../../contract/money/plans.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { formatNumber } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { hasPlan, usePlanPoll } from '../../shared/billing/plan-poll.ts'
import { subscriptionQuery } from '../../shared/queries.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'

/** Starts the trial and opens the dashboard, once the subscription is valid. */
export const StartTrial = ({
  orgId,
  trial,
  country,
}: {
  orgId: string
  trial: Product
  country: BillingCountry
}) => {
  const api = useApi()
  const client = useQueryClient()
  const offline = useOffline()
  const [, navigate] = useLocation()
  const [key] = useState(uuidv7)
  const { state, poll } = usePlanPoll(orgId, hasPlan)
  const start = useMutation({
    mutationFn: () =>
      api.checkout({ orgId, isTrialMode: true, billingCountry: country }, { idempotencyKey: key }),
    onSuccess: async ({ url }) => {
      poll()
      // They were cached without a plan.
      for (const queryKey of [['features'], ['customer']])
        void client.invalidateQueries({ queryKey })
      await client.fetchQuery({ ...subscriptionQuery(api, orgId), staleTime: 0 })
      navigate(new URL(url, location.href).pathname, { replace: true })
    },
    // Another tab or admin may have started it.
    onError: () => client.invalidateQueries({ queryKey: subscriptionQuery(api, orgId).queryKey }),
  })
  const { detail, title } = describeError(start.error)
  return (
    <section
      aria-labelledby="trial"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-md border border-accent bg-accent-soft p-5 sm:p-6"
    >
      <div className="min-w-0 flex-1 basis-80">
        <h2 id="trial" className="text-20 font-semibold">
          Try Fieldbook free for {trial.trialDays} days
        </h2>
        <p className="mt-1 text-16 text-ink-soft">
          {formatNumber(trial.credits)} credits, {trial.seats.max ?? trial.seats.min} users, no
          card. It ends on its own and nothing is charged.
        </p>
        <p className="mt-1 text-14 text-ink-soft">
          Search every company and person, take {trial.pinnedLists} lists offline and download up to{' '}
          {formatNumber(trial.rowsPerRequest)} rows at a time.
        </p>
        {start.error !== null && (
          <FormError>{detail === '' ? `${title}. Try again.` : detail}</FormError>
        )}
      </div>
      <Button
        variant="primary"
        busy={start.isPending || state === 'polling'}
        disabledReason={offline ? 'You need a connection to start the trial.' : undefined}
        onClick={() => start.mutate()}
        className="max-sm:w-full"
      >
        Start free trial
      </Button>
    </section>
  )
}
