import { queryOptions, useQuery } from '@tanstack/react-query'
import { useIdentity } from '../../session/use-identity.ts'
import type { ApiClient } from '../../lib/api.ts'
import { log } from '../../lib/log.ts'
import { askedOnce } from '../../shared/queries.ts'
import { useApi } from '../../lib/use-api.ts'

/** Spec 4. Failure leaves it unauthenticated. */
export type CrmConnection = 'loading' | 'authenticated' | 'unauthenticated'

/**
 * The connection to the CRM integration of the active organisation. It is made again when the organisation changes and when no
 * token is there, and renewed before its token ends; `retry` is for the person, who may not want to wait.
 */
export const useCrmConnection = (): { state: CrmConnection; retry: () => void } => {
  const { orgId } = useIdentity()
  const { status, fetchStatus, refetch } = useQuery(crmTokenQuery(useApi(), orgId ?? ''))
  const asking = status === 'pending' || (status === 'error' && fetchStatus === 'fetching')
  return {
    state: asking ? 'loading' : status === 'success' ? 'authenticated' : 'unauthenticated',
    retry: () => void refetch(),
  }
}

/** The token of one organisation: in memory only, never stale and never retried (spec 7). */
const crmTokenQuery = (api: ApiClient, orgId: string) =>
  queryOptions({
    queryKey: ['crm', orgId],
    queryFn: async ({ signal }) => {
      try {
        return await api.crmToken({}, { signal })
      } catch (error) {
        // Called off because another organisation is there, or nobody looks any more: no failure.
        if (!(error instanceof DOMException && error.name === 'AbortError'))
          log.error('Authenticating with the CRM integration failed', error)
        throw error
      }
    },
    enabled: orgId !== '',
    ...askedOnce,
    // Nothing of an organisation is left in memory once none of its screens is.
    gcTime: 0,
    refetchInterval: ({ state: { status, data } }) =>
      status === 'success' ? Math.min(latestMs, Math.max(soonestMs, untilDue(data))) : false,
    // Timers rest in a tab that nobody sees.
    refetchOnWindowFocus: ({ state: { data } }) => (untilDue(data) <= 0 ? 'always' : false),
  })

const minute = 60_000
// Bounds that hold where the clock of this device is wrong: a token lives for a quarter of an hour.
const soonestMs = minute / 2
const latestMs = 10 * minute

/** In ms, a minute before a token ends; due at once where there is none. */
const untilDue = (token: { expiresAt: string } | undefined): number =>
  token === undefined ? 0 : Date.parse(token.expiresAt) - minute - Date.now()
