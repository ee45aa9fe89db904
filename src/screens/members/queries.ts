import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EndpointInput, EndpointOutput } from '../../../contract/core/endpoint.ts'
import type { api as calls } from '../../../contract/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { customerInfoQuery } from '../../shared/queries.ts'

export type Limits = Pick<EndpointInput<(typeof calls)['setMemberCap']>, 'cap' | 'disabled'>
type Info = EndpointOutput<(typeof calls)['customerInfo']>

export const useSetLimits = (userId: string) => {
  const api = useApi()
  const client = useQueryClient()
  const { queryKey } = customerInfoQuery(api)
  return useMutation({
    mutationKey: ['Setting a credit limit'],
    // In sequence: two quick changes of a member must arrive in order.
    scope: { id: `limits ${userId}` },
    mutationFn: (limits: Limits) => api.setMemberCap({ userId, ...limits }),
    onSuccess: (member) =>
      client.setQueryData<Info>(queryKey, (info) =>
        info === undefined
          ? undefined
          : {
              ...info,
              members: info.members.map((existing) =>
                existing.userId === member.userId ? member : existing,
              ),
            },
      ),
  })
}
