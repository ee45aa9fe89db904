import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/use-api.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useCrmCall, type CrmConnection } from './connection.ts'

/** Health changes without the user: what is older is asked for again on arrival. */
const freshMs = 30_000

export const integrationsKey = (orgId: string | null) => ['integrations', orgId]

/** The CRMs of this installation and what is connected, once the user is authenticated. */
export const useIntegrations = (connection: CrmConnection) => {
  const api = useApi()
  const { orgId } = useIdentity()
  const withToken = useCrmCall()
  return useQuery({
    queryKey: integrationsKey(orgId),
    queryFn: ({ signal }) => withToken((token) => api.integrations({ token }, { signal })),
    enabled: connection === 'authenticated',
    staleTime: freshMs,
  })
}
