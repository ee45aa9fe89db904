import { randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'
import type { ClientRecord, MembershipRecord, SessionRecord, State, UserRecord } from './state.ts'

/** What every route works on. `origin` is the product's own, as the browser sees it. */
export interface World {
  state: State
  keys: Keys
  /** Where pictures that people uploaded are kept. */
  pictures: string
  origin: () => string
  now: () => number
  /** Whether anyone is told of what happens here. */
  announces: boolean
  tokens: 'v1' | 'v2'
  /** Keeps what has changed, then tells those who wait for events. */
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

// Given by the Backend API only and offered on no screen: the two keys of older instances, and one that the product does not know.
const UNLISTED_ROLES: readonly Role[] = [
  { key: 'admin', name: 'Admin', permissions: ADMIN_RIGHTS },
  { key: 'basic_member', name: 'Standard', permissions: ['org:sys_memberships:read'] },
  { key: 'org:guest', name: 'Guest', permissions: [] },
]

/** The role of this key, whether screens offer it or not. */
export function roleOf(key: string): Role | undefined {
  return [...ROLES, ...UNLISTED_ROLES].find((one) => one.key === key)
}

/** Whether the role may manage its organisation. */
export function isAdmin(membership: MembershipRecord): boolean {
  return roleOf(membership.role)?.permissions.includes('org:sys_memberships:manage') ?? false
}

/** A fresh id such as `user_9f…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(13).toString('hex')}`
}

/** The holder of an address: whoever has proved it, or has it as the only one. */
export function userByEmail(state: State, email: string): UserRecord | undefined {
  const wanted = email.trim().toLowerCase()
  return Object.values(state.users).find((user) =>
    user.emails.some(
      (one) => one.value === wanted && (one.verified || one.id === user.primaryEmailId),
    ),
  )
}

export function userByPhone(state: State, phone: string): UserRecord | undefined {
  return Object.values(state.users).find((user) => user.phones.some((one) => one.value === phone))
}

export function membershipsOfUser(state: State, userId: string): MembershipRecord[] {
  return Object.values(state.memberships).filter((one) => one.userId === userId)
}

export function membershipsOfOrganization(
  state: State,
  organizationId: string,
): MembershipRecord[] {
  return Object.values(state.memberships).filter((one) => one.organizationId === organizationId)
}

export function membershipOf(
  state: State,
  userId: string,
  organizationId: string,
): MembershipRecord | undefined {
  return membershipsOfUser(state, userId).find((one) => one.organizationId === organizationId)
}

/** Whether a session has neither been ended nor run out. */
export function isLive(world: World, session: SessionRecord): boolean {
  return (
    session.status === 'active' &&
    session.expireAt > world.now() &&
    world.state.users[session.userId] !== undefined
  )
}

/** The sessions of a browser that have neither ended nor run out. */
export function liveSessions(world: World, client: ClientRecord): SessionRecord[] {
  return client.sessions.filter((one) => isLive(world, one))
}
