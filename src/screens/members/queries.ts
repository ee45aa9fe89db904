import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, CallOutput } from '../../../contract/core/endpoint.ts'
import type { api as calls } from '../../../contract/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { customerInfoQuery } from '../../shared/queries.ts'

export type Limits = Pick<CallInput<(typeof calls)['setMemberCap']>, 'cap' | 'disabled'>
type Info = CallOutput<(typeof calls)['customerInfo']>

/** Sets what a member may spend and on what; the member list shows it as soon as the server has it. */
export const useSetLimits = (userId: string) => {
  const api = useApi()
  const client = useQueryClient()
  const { queryKey } = customerInfoQuery(api)
  return useMutation({
    mutationKey: ['Setting a credit limit'],
    // One after the other: two quick changes of a member must arrive in their order.
    scope: { id: `limits ${userId}` },
    mutationFn: (limits: Limits) => api.setMemberCap({ userId, ...limits }),
    onSuccess: (member) =>
      client.setQueryData<Info>(queryKey, (info) =>
        info === undefined
          ? undefined
          : {
              ...info,
              members: info.members.map((one) => (one.userId === member.userId ? member : one)),
            },
      ),
  })
}
