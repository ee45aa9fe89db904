import type { Role } from './endpoint.ts'

/**
 * The role behind any of the spellings of spec 6 (admin, org:admin, basic_member, org:basic_member); every other one is 'other'.
 * Keys of both versions of Clerk's claims, of its webhooks and of its Backend API pass through here and nowhere else.
 */
export const roleOf = (key: string): Role | 'other' => {
  const bare = key.startsWith('org:') ? key.slice('org:'.length) : key
  if (bare === 'admin') return 'admin'
  return bare === 'basic_member' ? 'standard' : 'other'
}
