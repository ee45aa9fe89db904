import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { subscriptionPollMs } from '../../../contract/constants.ts'
import { isPaidPlan, opensApp, type Subscription } from '../../../contract/org/customer.ts'
import { useApi } from '../../lib/use-api.ts'
import { subscriptionQuery } from '../queries.ts'

const forMs = 120_000

const now = (): number => Date.now()

export const hasPlan = (subscription: Subscription | null): boolean => opensApp(subscription, now())

export const hasPaidPlan = (subscription: Subscription | null): boolean =>
  hasPlan(subscription) && isPaidPlan(subscription)

/**
 * After a payment: asks for the subscription until it is as wanted, for two minutes at most and only while the page is visible
 * (product 2.5). 'late': it was not.
 */
export const usePlanPoll = (
  orgId: string,
  isWanted: (subscription: Subscription | null) => boolean,
  { atOnce = false }: { atOnce?: boolean } = {},
): { state: 'idle' | 'polling' | 'arrived' | 'late'; poll: () => void } => {
  const [until, setUntil] = useState(() => (atOnce ? now() + forMs : 0))
  const [isLate, setLate] = useState(false)
  const { data, refetch } = useQuery({
    ...subscriptionQuery(useApi(), orgId),
    refetchInterval: ({ state }) =>
      now() < until && !isWanted(state.data?.subscription ?? null) && subscriptionPollMs,
  })
  useEffect(() => {
    if (until === 0) return undefined
    const timer = setTimeout(() => setLate(true), until - now())
    return () => clearTimeout(timer)
  }, [until])
  const hasArrived = isWanted(data ?? null)
  const waited = isLate ? 'late' : 'polling'
  return {
    state: until === 0 ? 'idle' : hasArrived ? 'arrived' : waited,
    poll: () => {
      setLate(false)
      setUntil(now() + forMs)
      void refetch()
    },
  }
}
