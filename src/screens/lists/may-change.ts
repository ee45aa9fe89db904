import { useIdentity } from '../../session/use-identity.ts'
import type { SavedRow } from './saved-rows.ts'

/** Whether one may change a list or saved search: one's own, as an admin also what others share; suppression is the admins' (product 2.4). */
export const useMayChange = ({ isOwner, shared, kind }: SavedRow): boolean => {
  const { role } = useIdentity()
  if (kind === 'suppression') return role === 'admin'
  return isOwner || (shared && role === 'admin')
}
