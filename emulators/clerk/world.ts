import { randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'
import type { ClientRecord, MembershipRecord, SessionRecord, State, UserRecord } from './state.ts'

/** `origin` is the product's own in the browser. */
export interface World {
  state: State
  keys: Keys
  pictures: string
  origin: () => string
  now: () => number
  announces: boolean
  tokens: 'v1' | 'v2'
  /** Then sends pending events. */
  save: () => void
}

export const ADMIN_ROLE = 'org:admin'
export const STANDARD_ROLE = 'org:basic_member'

interface Role {
  key: string
  name: string
  permissions: string[]
}

const ADMIN_RIGHTS = [
  'org:sys_profile:manage',
  'org:sys_profile:delete',
  'org:sys_memberships:read',
  'org:sys_memberships:manage',
  'org:sys_domains:read',
  'org:sys_domains:manage',
]

/** The two roles of the instance (spec 6), with the system permissions that Clerk's screens look for. */
export const ROLES: readonly Role[] = [
  { key: ADMIN_ROLE, name: 'Admin', permissions: ADMIN_RIGHTS },
  { key: STANDARD_ROLE, name: 'Standard', permissions: ['org:sys_memberships:read'] },
]

// Only the Backend API assigns these: two keys of older instances, and a key that the product does not know.
const UNLISTED_ROLES: readonly Role[] = [
  { key: 'admin', name: 'Admin', permissions: ADMIN_RIGHTS },
  { key: 'basic_member', name: 'Standard', permissions: ['org:sys_memberships:read'] },
  { key: 'org:guest', name: 'Guest', permissions: [] },
]

export function roleOf(key: string): Role | undefined {
  return [...ROLES, ...UNLISTED_ROLES].find((role) => role.key === key)
}

export function isAdmin(membership: MembershipRecord): boolean {
  return roleOf(membership.role)?.permissions.includes('org:sys_memberships:manage') ?? false
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(13).toString('hex')}`
}

/** The user who verified it, else the only user who has it. */
export function userByEmail(state: State, email: string): UserRecord | undefined {
  const wanted = email.trim().toLowerCase()
  return Object.values(state.users).find((user) =>
    user.emails.some(
      (identification) =>
        identification.value === wanted &&
        (identification.verified || identification.id === user.primaryEmailId),
    ),
  )
}

export function userByPhone(state: State, phone: string): UserRecord | undefined {
  return Object.values(state.users).find((user) =>
    user.phones.some((identification) => identification.value === phone),
  )
}

export function membershipsOfUser(state: State, userId: string): MembershipRecord[] {
  return Object.values(state.memberships).filter((membership) => membership.userId === userId)
}

export function membershipsOfOrganization(
  state: State,
  organizationId: string,
): MembershipRecord[] {
  return Object.values(state.memberships).filter(
    (membership) => membership.organizationId === organizationId,
  )
}

export function membershipOf(
  state: State,
  userId: string,
  organizationId: string,
): MembershipRecord | undefined {
  return membershipsOfUser(state, userId).find(
    (membership) => membership.organizationId === organizationId,
  )
}

export function isLive(world: World, session: SessionRecord): boolean {
  return (
    session.status === 'active' &&
    session.expireAt > world.now() &&
    world.state.users[session.userId] !== undefined
  )
}

export function liveSessions(world: World, client: ClientRecord): SessionRecord[] {
  return client.sessions.filter((session) => isLive(world, session))
}
