import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EndpointOutput, Role } from '../../../contract/core/endpoint.ts'
import type { api as calls } from '../../../contract/api.ts'
import type { Member } from '../../../contract/org/members.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import type { MemberService, Pending } from '../../session/members.ts'
import { useSession } from '../../session/use-identity.ts'
import { customerInfoQuery } from '../../shared/queries.ts'

type Info = EndpointOutput<(typeof calls)['customerInfo']>

/** The sign-in service manages the members; the server hears of a change a moment later, so it is shown at once. */
export const useManageMembers = () => {
  const { identity, service } = useSession()
  const client = useQueryClient()
  const { queryKey } = customerInfoQuery(useApi())
  const offline = useOffline()
  const ready = service !== null && identity.mode === 'live'
  const members = (): MemberService => {
    if (service === null) throw new Error('You need a connection for this.')
    return service.members
  }
  // An answer on its way may be older than the change.
  const changeMembers = async (change: (members: Member[]) => Member[]): Promise<void> => {
    await client.cancelQueries({ queryKey })
    client.setQueryData<Info>(
      queryKey,
      (info) => info && { ...info, members: change(info.members) },
    )
    await client.invalidateQueries({ queryKey, refetchType: 'none' })
  }
  const refetchPending = () => client.invalidateQueries({ queryKey: pendingKey })
  const setRole = useMutation({
    mutationKey: ['Changing a role'],
    mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
      members().setRole(userId, role),
    onSuccess: (_, { userId, role }) =>
      changeMembers((all) =>
        all.map((each) => (each.userId === userId ? { ...each, role } : each)),
      ),
  })
  const remove = useMutation({
    mutationKey: ['Removing a user'],
    mutationFn: ({ userId }: { userId: string }) => members().remove(userId),
    onSuccess: (_, { userId }) =>
      changeMembers((all) => all.filter((each) => each.userId !== userId)),
  })
  const invite = useMutation({
    mutationKey: ['Inviting users'],
    mutationFn: ({ emails, role }: { emails: readonly string[]; role: Role }) =>
      members().invite(emails, role),
    onSettled: refetchPending,
  })
  const refuse = useMutation({
    mutationKey: ['Revoking an invitation'],
    mutationFn: (pending: Pending) => members().refuse(pending),
    onSettled: refetchPending,
  })
  const accept = useMutation({
    mutationKey: ['Accepting a request to join'],
    mutationFn: (pending: Pending) => members().accept(pending),
    onSettled: async () => {
      await refetchPending()
      await client.invalidateQueries({ queryKey })
    },
  })
  return {
    disabledReason: offline
      ? 'You need a connection for this.'
      : ready
        ? undefined
        : 'We’re still checking your login.',
    setRole,
    remove,
    invite,
    refuse,
    accept,
  }
}

const pendingKey = ['pending members']

/** Open invitations and requests to join; undefined until they are known. */
export const usePendingMembers = () => {
  const { identity, service } = useSession()
  const ready = service !== null && identity.mode === 'live' && identity.role === 'admin'
  return useQuery(
    queryOptions({
      queryKey: [...pendingKey, identity.orgId],
      queryFn: () => service?.members.pending() ?? [],
      enabled: ready,
    }),
  )
}
