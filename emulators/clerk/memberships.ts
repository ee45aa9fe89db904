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

export function addMember(
  world: World,
  userId: string,
  organizationId: string,
  role: string,
): MembershipRecord {
  const present = membershipOf(world.state, userId, organizationId)
  if (present) return present
  const now = world.now()
  const membership: MembershipRecord = {
    id: newId('orgmem'),
    organizationId,
    userId,
    role,
    publicMetadata: {},
    privateMetadata: {},
    createdAt: now,
    updatedAt: now,
  }
  world.state.memberships[membership.id] = membership
  announce(world, 'organizationMembership.created', membershipForServers(world, membership))
  return membership
}

/** Throws when no admin would remain. */
export function setRole(world: World, membership: MembershipRecord, role: string): void {
  if (isAdmin(membership) && !isAdmin({ ...membership, role })) keepAnAdmin(world, membership)
  membership.role = role
  markMemberUpdated(world, membership)
}

/** Call after the change. */
export function markMemberUpdated(world: World, membership: MembershipRecord): void {
  membership.updatedAt = world.now()
  announce(world, 'organizationMembership.updated', membershipForServers(world, membership))
}

/** Removes the organisation from the user's sessions. */
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

export function keepAnAdmin(world: World, leaving: MembershipRecord): void {
  const others = membershipsOfOrganization(world.state, leaving.organizationId).filter(
    (membership) => membership.id !== leaving.id,
  )
  if (isAdmin(leaving) && !others.some(isAdmin)) {
    throw clerkError(
      403,
      'organization_minimum_permissions_needed',
      'There has to be at least one admin in the organisation.',
    )
  }
}

/** The Backend API (`unlisted`) may also assign roles that screens may not. */
export function checkRole(role: string | null, unlisted = false): string {
  const known =
    role !== null && (unlisted ? roleOf(role) : ROLES.find((candidate) => candidate.key === role))
  if (known) return known.key
  throw clerkError(422, 'form_param_value_invalid', 'This role does not exist.', 'role')
}
