import { useQuery } from '@tanstack/react-query'
import { api as calls, type EndpointName } from '../../../contract/api.ts'
import type { Endpoint, Role } from '../../../contract/core/endpoint.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { askAdmins } from './admins.ts'
import { customerInfoQuery } from '../queries.ts'
import { useApi } from '../../lib/use-api.ts'

export type May = { allowed: true; reason: undefined } | { allowed: false; reason: string }

/** Whether a role may call an endpoint; one for members is open to admins and Standard users, and to no other role. */
export const roleMay = (role: Role | 'other' | null, name: EndpointName): boolean => {
  const { callers }: Endpoint = calls[name]
  if (callers === 'anyone' || role === 'admin') return true
  return callers === 'members' && role === 'standard'
}

/** Whether the user may call an endpoint, by the contract; follows changes of their role. */
export const useMay = (name: EndpointName): May => {
  const { role, orgName } = useIdentity()
  const allowed = roleMay(role, name)
  // Other roles may not list the admins, and permitted users have no need to.
  const asking = !allowed && role === 'standard'
  const { data } = useQuery({ ...customerInfoQuery(useApi()), enabled: asking })
  if (allowed) return { allowed, reason: undefined }
  const ask = askAdmins(asking ? data?.members : undefined, orgName)
  return {
    allowed,
    reason:
      role === 'standard'
        ? `Only an admin can do this. ${ask}`
        : `Your role doesn’t include this. ${ask}`,
  }
}
