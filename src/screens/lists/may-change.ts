import { useIdentity } from '../../session/use-identity.ts'
import type { SavedRow } from './saved-rows.ts'

/** Whether the user may change a list or saved search: their own; admins also shared ones and suppression lists (product 2.4). */
export const useMayChange = ({ isOwner, shared, kind }: SavedRow): boolean => {
  const { role } = useIdentity()
  if (kind === 'suppression') return role === 'admin'
  return isOwner || (shared && role === 'admin')
}
