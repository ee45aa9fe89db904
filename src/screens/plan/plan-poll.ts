import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { opensApp } from '../../../contract/org/customer.ts'
import { useApi } from '../../lib/use-api.ts'
import { subscriptionQuery } from '../../shared/queries.ts'

/** Spec 9. */
const everyMs = 5_000
const forMs = 120_000

const now = (): number => Date.now()

/** After a checkout: asks for the subscription until it is valid, for two minutes at most (product 2.5). */
export const usePlanPoll = (orgId: string): { isPolling: boolean; poll: () => void } => {
  const [until, setUntil] = useState(0)
  const { data, refetch } = useQuery({
    ...subscriptionQuery(useApi(), orgId),
    refetchInterval: ({ state }) =>
      now() < until && !opensApp(state.data?.subscription ?? null, now()) && everyMs,
  })
  return {
    isPolling: until > 0 && !opensApp(data ?? null, now()),
    poll: () => {
      setUntil(now() + forMs)
      void refetch()
    },
  }
}
