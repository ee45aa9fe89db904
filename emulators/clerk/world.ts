import { randomBytes } from 'node:crypto'
import type { Keys } from './keys.ts'
import type { ClientRecord, MembershipRecord, SessionRecord, State, UserRecord } from './state.ts'

/** What every route works on. `origin` is the product's own, as the browser sees it. */
export interface World {
  state: State
  keys: Keys
  origin: () => string
  now: () => number
  save: () => void
}

export const ADMIN_ROLE = 'org:admin'
export const STANDARD_ROLE = 'org:basic_member'

/** The two roles of the instance (spec 6), with the system permissions that Clerk's screens look for. */
export const ROLES = [
  {
    key: ADMIN_ROLE,
    name: 'Admin',
    permissions: [
      'org:sys_profile:manage',
      'org:sys_profile:delete',
      'org:sys_memberships:read',
      'org:sys_memberships:manage',
      'org:sys_domains:read',
      'org:sys_domains:manage',
    ],
  },
  { key: STANDARD_ROLE, name: 'Standard', permissions: ['org:sys_memberships:read'] },
]

/** A fresh id such as `user_9f…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(13).toString('hex')}`
}

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

/** The sessions of a browser that have neither ended nor run out. */
export function liveSessions(world: World, client: ClientRecord): SessionRecord[] {
  return client.sessions.filter(
    (one) => one.expireAt > world.now() && world.state.users[one.userId],
  )
}

/** Adds a member, or returns the membership that is there. */
export function addMember(
  world: World,
  userId: string,
  organizationId: string,
  role: string,
): MembershipRecord {
  const present = membershipOf(world.state, userId, organizationId)
  if (present) return present
  const now = world.now()
  const made = { id: newId('orgmem'), organizationId, userId, role, createdAt: now, updatedAt: now }
  world.state.memberships[made.id] = made
  return made
}

/** Ends a membership; no session of that user stays in the organisation. */
export function removeMember(world: World, membership: MembershipRecord): void {
  delete world.state.memberships[membership.id]
  for (const client of Object.values(world.state.clients)) {
    for (const session of client.sessions) {
      if (
        session.userId === membership.userId &&
        session.organizationId === membership.organizationId
      ) {
        session.organizationId = null
      }
    }
  }
}
