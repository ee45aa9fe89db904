import type { Role } from './endpoint.ts'

/**
 * The role for any spelling of spec 6 (admin, org:admin, basic_member, org:basic_member); others are 'other'. The only place
 * that reads role keys of Clerk's claims, webhooks and Backend API.
 */
export const roleOf = (key: string): Role | 'other' => {
  const bare = key.startsWith('org:') ? key.slice('org:'.length) : key
  if (bare === 'admin') return 'admin'
  return bare === 'basic_member' ? 'standard' : 'other'
}
