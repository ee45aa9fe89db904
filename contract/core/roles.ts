import type { Role } from './endpoint.ts'

/**
 * Accepts any spelling of spec 6 (admin, org:admin, basic_member, org:basic_member). The only place that reads Clerk's role keys.
 */
export const roleOf = (key: string): Role | 'other' => {
  const bare = key.startsWith('org:') ? key.slice('org:'.length) : key
  if (bare === 'admin') return 'admin'
  return bare === 'basic_member' ? 'standard' : 'other'
}
