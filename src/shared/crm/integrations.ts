import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { Integration } from '../../../contract/money/crm.ts'
import { useApi } from '../../lib/use-api.ts'
import type { OutputOf } from '../../offline/calls.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useCrmCall, type CrmConnection } from './connection.ts'

/** Health changes without the user: what is older is asked for again on arrival. */
const freshMs = 30_000
/** A CRM's records are read for the first time soon after it was connected. */
const readingMs = 10_000
/** Menus of many rows ask only whether there is a connection. */
const knownMs = 10 * 60_000

export const integrationsKey = (orgId: string | null) => ['integrations', orgId]

/** The CRMs of this installation and what is connected, once the user is authenticated. */
export const useIntegrations = (connection: CrmConnection) =>
  useIntegrationsQuery({
    enabled: connection === 'authenticated',
    staleTime: freshMs,
    refetchInterval: ({ state: { data } }) =>
      data?.integrations.some(isReading) ? readingMs : false,
  })

const isReading = ({ connection }: Integration): boolean =>
  connection !== null && connection.isWorking && connection.recordsAsOf === null

/** The CRMs as last known, also offline; undefined before that. */
export const useKnownIntegrations = (): readonly Integration[] | undefined => {
  const { orgId } = useIdentity()
  return useIntegrationsQuery({ enabled: orgId !== null, staleTime: knownMs, retry: false }).data
    ?.integrations
}

type Answer = OutputOf<'integrations'>

const useIntegrationsQuery = (
  options: Pick<UseQueryOptions<Answer>, 'enabled' | 'staleTime' | 'retry' | 'refetchInterval'>,
) => {
  const api = useApi()
  const { orgId } = useIdentity()
  const withToken = useCrmCall()
  return useQuery({
    queryKey: integrationsKey(orgId),
    queryFn: ({ signal }) => withToken((token) => api.integrations({ token }, { signal })),
    ...options,
  })
}
