import { useQuery } from '@tanstack/react-query'
import type { Act } from '../../../contract/org/members.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { askAdmins } from '../members/admins.ts'
import { customerInfoQuery, customerMetadataQuery } from '../queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { actNames } from './copy.ts'

/** Why the user may not spend credits on something, and which admin to ask, for the disabled control (product 2.4); undefined if they may, or if it is not known yet. */
export const useWhyNot = (act: Act): string | undefined => {
  const api = useApi()
  const { role, orgName } = useIdentity()
  const disabled = useQuery(customerMetadataQuery(api)).data?.caps.disabled ?? []
  const members = useQuery({ ...customerInfoQuery(api), enabled: disabled.includes(act) }).data
    ?.members
  const ask = askAdmins(members, orgName)
  if (role === 'other') return `Your role doesn’t include this. ${ask}`
  if (disabled.includes(act)) return `An admin has turned off “${actNames[act]}” for you. ${ask}`
  return undefined
}
