import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CrmMapping } from '../../../../contract/money/crm.ts'
import type { OutputOf } from '../../../offline/calls.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useIdentity } from '../../../session/use-identity.ts'
import { useCrmCall } from '../../../shared/crm/connection.ts'
import { showToast } from '../../../ui/toasts.tsx'

/** The mapping, and what the CRM has now. */
export type Mapped = OutputOf<'crmMapping'>

export type Side = 'company' | 'person'

/** The server waits for the CRM. */
const timeoutMs = 60_000

export const useMapping = (connector: string, enabled: boolean) => {
  const api = useApi()
  const { orgId } = useIdentity()
  const withToken = useCrmCall()
  return useQuery({
    queryKey: mappingKey(orgId, connector),
    queryFn: ({ signal }) =>
      withToken((token) => api.crmMapping({ connector, token }, { signal, timeoutMs })),
    enabled,
    retry: false,
    // A refetch would describe the CRM again under the admin's hands.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export const useSaveMapping = (connector: string, label: string, onSaved: () => void) => {
  const api = useApi()
  const client = useQueryClient()
  const { orgId } = useIdentity()
  const withToken = useCrmCall()
  return useMutation({
    mutationKey: ['Saving the fields of a CRM'],
    mutationFn: (mapping: CrmMapping) =>
      withToken((token) => api.saveCrmMapping({ connector, token, mapping }, { timeoutMs })),
    onSuccess: ({ problems }, mapping) => {
      client.setQueryData(mappingKey(orgId, connector), (before: Mapped | undefined) =>
        before === undefined ? before : { ...before, mapping, problems },
      )
      onSaved()
      if (problems.length === 0) showToast({ title: `Fields for ${label} saved` })
    },
  })
}

const mappingKey = (orgId: string | null, connector: string) => ['crm-mapping', orgId, connector]
