import { clerkError } from './errors.ts'
import { isOpen } from './shapes.ts'
import { membershipsOfOrganization, type World } from './world.ts'

/** Throws Clerk's error if members, open invitations and `more` would be above the organisation's limit. */
export function checkInvitationQuota(world: World, organizationId: string, more: number): void {
  const open = Object.values(world.state.invitations).filter(
    (invitation) => invitation.organizationId === organizationId && isOpen(world, invitation),
  )
  checkQuota(world, organizationId, open.length + more)
}

/** Throws Clerk's error if members and `more` would be above the organisation's limit. */
export function checkQuota(world: World, organizationId: string, more: number): void {
  const limit = world.state.organizations[organizationId]?.maxAllowedMemberships ?? 0
  if (limit === 0) return
  if (membershipsOfOrganization(world.state, organizationId).length + more > limit)
    throw clerkError(
      403,
      'organization_membership_quota_exceeded',
      `You have reached your limit of ${limit} organization memberships, including outstanding invitations.`,
    )
}
