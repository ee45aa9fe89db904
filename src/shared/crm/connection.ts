import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useIdentity } from '../../session/use-identity.ts'
import type { ApiClient } from '../../lib/api.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { log } from '../../lib/log.ts'
import { neverRefetch } from '../queries.ts'
import { useApi } from '../../lib/use-api.ts'

/** Spec 4. A failure leaves the connection unauthenticated. */
export type CrmConnection = 'loading' | 'authenticated' | 'unauthenticated'

/** Reconnects when the organisation changes or the token is missing, and renews the token before it expires. */
export const useCrmConnection = (): { state: CrmConnection; retry: () => void } => {
  const { orgId } = useIdentity()
  const { status, fetchStatus, refetch } = useQuery(crmTokenQuery(useApi(), orgId ?? ''))
  const asking = status === 'pending' || (status === 'error' && fetchStatus === 'fetching')
  return {
    state: asking ? 'loading' : status === 'success' ? 'authenticated' : 'unauthenticated',
    retry: () => void refetch(),
  }
}

/** Calls with the token, and again with a new one if the server refuses it: it expired, or the server's key changed. */
export const useCrmCall = (): (<Answer>(
  call: (token: string) => Promise<Answer>,
) => Promise<Answer>) => {
  const api = useApi()
  const client = useQueryClient()
  const { orgId } = useIdentity()
  return async (call) => {
    const query = crmTokenQuery(api, orgId ?? '')
    const { token } = await client.fetchQuery(query)
    try {
      return await call(token)
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === 'crm-token')) throw error
      const renewed = await client.fetchQuery({ ...query, staleTime: 0 })
      return call(renewed.token)
    }
  }
}

/** The token of an organisation: in memory only, never stale and never retried (spec 7). */
export const crmTokenQuery = (api: ApiClient, orgId: string) =>
  queryOptions({
    queryKey: ['crm', orgId],
    queryFn: async ({ signal }) => {
      try {
        return await api.crmToken({}, { signal })
      } catch (error) {
        // An abort is no failure: the organisation changed or the screen closed.
        if (!(error instanceof DOMException && error.name === 'AbortError'))
          log.error('Authenticating with the CRM integration failed', error)
        throw error
      }
    },
    enabled: orgId !== '',
    ...neverRefetch,
    // Evicts the token of an organisation as soon as no screen uses it.
    gcTime: 0,
    refetchInterval: ({ state: { status, data } }) =>
      status === 'success' ? Math.min(latestMs, Math.max(soonestMs, untilDue(data))) : false,
    // Browsers pause timers in background tabs.
    refetchOnWindowFocus: ({ state: { data } }) => (untilDue(data) <= 0 ? 'always' : false),
  })

const minute = 60_000
// Limits in case the device's clock is wrong: a token is valid for 15 minutes.
const soonestMs = minute / 2
const latestMs = 10 * minute

/** Milliseconds until renewal, a minute before the token expires; without a token, 0. */
const untilDue = (token: { expiresAt: string } | undefined): number =>
  token === undefined ? 0 : Date.parse(token.expiresAt) - minute - Date.now()
