import { useQuery } from '@tanstack/react-query'
import { api as calls, type CallName } from '../../../contract/api.ts'
import type { Call, Role } from '../../../contract/core/endpoint.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { askAdmins } from './admins.ts'
import { customerInfoQuery } from '../queries.ts'
import { useApi } from '../../lib/use-api.ts'

/** Whether one may do something; `reason` says why not and whom to ask, for the disabled control (spec 6, product 2.4). */
export type May = { allowed: true; reason: undefined } | { allowed: false; reason: string }

/** Whether a role is among those of a call; a call without roles is open to admins and Standard users alike, and to no other role. */
export const roleMay = (role: Role | 'other' | null, name: CallName): boolean => {
  const { roles, gate }: Call = calls[name]
  if (gate === 'public' || gate === 'session') return true
  if (role === null || role === 'other') return false
  return roles === undefined || roles.includes(role)
}

/** Whether the person may make a call, by the contract's own word; kept up to date with their role. */
export const useMay = (name: CallName): May => {
  const { role, orgName } = useIdentity()
  const allowed = roleMay(role, name)
  // Other roles may not ask who the admins are; everyone who may make the call has no need to.
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
