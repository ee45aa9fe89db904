import { membershipForServers } from './backend-shapes.ts'
import { clerkError } from './errors.ts'
import { announce } from './events.ts'
import type { MembershipRecord } from './state.ts'
import {
  isAdmin,
  membershipOf,
  membershipsOfOrganization,
  newId,
  roleOf,
  ROLES,
  type World,
} from './world.ts'

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
  const made: MembershipRecord = {
    id: newId('orgmem'),
    organizationId,
    userId,
    role,
    publicMetadata: {},
    privateMetadata: {},
    createdAt: now,
    updatedAt: now,
  }
  world.state.memberships[made.id] = made
  announce(world, 'organizationMembership.created', membershipForServers(world, made))
  return made
}

/** Gives a member another role; refused where nobody would be left to manage the organisation. */
export function setRole(world: World, membership: MembershipRecord, role: string): void {
  if (isAdmin(membership) && !isAdmin({ ...membership, role })) keepAnAdmin(world, membership)
  membership.role = role
  memberChanged(world, membership)
}

/** Says that something of a membership has changed; call it after the change. */
export function memberChanged(world: World, membership: MembershipRecord): void {
  membership.updatedAt = world.now()
  announce(world, 'organizationMembership.updated', membershipForServers(world, membership))
}

/** Ends a membership; no session of that user stays in the organisation. */
export function removeMember(world: World, membership: MembershipRecord): void {
  const last = membershipForServers(world, membership)
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
  announce(world, 'organizationMembership.deleted', last)
}

/** Refuses to let the last admin go. */
export function keepAnAdmin(world: World, leaving: MembershipRecord): void {
  const others = membershipsOfOrganization(world.state, leaving.organizationId).filter(
    (one) => one.id !== leaving.id,
  )
  if (isAdmin(leaving) && !others.some(isAdmin)) {
    throw clerkError(
      403,
      'organization_minimum_permissions_needed',
      'There has to be at least one admin in the organisation.',
    )
  }
}

/** The key of a role that a screen may give; the Backend API (`unlisted`) may give the others too. */
export function checkRole(role: string | null, unlisted = false): string {
  const known = role !== null && (unlisted ? roleOf(role) : ROLES.find((one) => one.key === role))
  if (known) return known.key
  throw clerkError(422, 'form_param_value_invalid', 'This role does not exist.', 'role')
}
