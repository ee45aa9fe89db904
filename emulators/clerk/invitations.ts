import { randomBytes } from 'node:crypto'
import { invitationForServers } from './backend-shapes.ts'
import { clerkError } from './errors.ts'
import { announce } from './events.ts'
import { addressForm } from './identifications.ts'
import { addMember } from './memberships.ts'
import { checkInvitationQuota, checkQuota } from './quota.ts'
import { sendLink } from './secrets.ts'
import { isOpen, ticketLink } from './shapes.ts'
import type { InvitationRecord, Metadata, UserRecord } from './state.ts'
import { membershipOf, newId, userByEmail, type World } from './world.ts'
import { dayMs } from '../../contract/core/days.ts'

export interface NewInvitation {
  organizationId: string
  email: string
  role: string
  expiresInDays?: number
  publicMetadata?: Metadata
  privateMetadata?: Metadata
}

/** All addresses or none. Refuses members, addresses with an open invitation, and more than the organisation's limit. */
export function invite(world: World, wanted: NewInvitation[]): InvitationRecord[] {
  const checked = wanted.map((invitation) => ({
    ...invitation,
    email: addressForm(invitation.email),
  }))
  for (const invitation of checked) refuseTwice(world, invitation)
  for (const [organizationId, invited] of Map.groupBy(checked, (each) => each.organizationId))
    checkInvitationQuota(world, organizationId, invited.length)
  return checked.map(({ expiresInDays = 30, ...invitation }) => {
    const now = world.now()
    const record: InvitationRecord = {
      publicMetadata: {},
      privateMetadata: {},
      ...invitation,
      id: newId('orginv'),
      status: 'pending',
      ticket: randomBytes(24).toString('base64url'),
      expireAt: now + expiresInDays * dayMs,
      createdAt: now,
      updatedAt: now,
    }
    world.state.invitations[record.id] = record
    const { name } = world.state.organizations[invitation.organizationId] ?? { name: '' }
    sendLink(world, record.email, `Invitation to join ${name}`, ticketLink(world, record))
    announce(world, 'organizationInvitation.created', invitationForServers(world, record))
    return record
  })
}

export function acceptInvitation(
  world: World,
  invitation: InvitationRecord,
  user: UserRecord,
): void {
  checkQuota(world, invitation.organizationId, 1)
  addMember(world, user.id, invitation.organizationId, invitation.role)
  invitation.status = 'accepted'
  invitation.updatedAt = world.now()
  announce(world, 'organizationInvitation.accepted', {
    ...invitationForServers(world, invitation),
    user_id: user.id,
  })
}

/** Does nothing if the invitation was accepted or revoked before. */
export function revokeInvitation(world: World, invitation: InvitationRecord): void {
  if (invitation.status !== 'pending')
    throw clerkError(
      400,
      'organization_invitation_not_pending',
      'Only an invitation that is still open can be revoked.',
    )
  invitation.status = 'revoked'
  invitation.updatedAt = world.now()
  announce(world, 'organizationInvitation.revoked', invitationForServers(world, invitation))
}

/** Throws Clerk's error if none is open. */
export function invitationByTicket(world: World, ticket: string): InvitationRecord {
  const found = Object.values(world.state.invitations).find(
    (invitation) => invitation.ticket !== '' && invitation.ticket === ticket,
  )
  if (!found || found.status !== 'pending')
    throw clerkError(400, 'ticket_invalid_code', 'The ticket is invalid.')
  if (!isOpen(world, found)) throw clerkError(400, 'ticket_expired_code', 'The ticket has expired.')
  return found
}

export function forgetInvitations({ state }: World, organizationId: string): void {
  for (const invitation of Object.values(state.invitations))
    if (invitation.organizationId === organizationId) delete state.invitations[invitation.id]
}

function refuseTwice(world: World, { email, organizationId }: NewInvitation): void {
  const member = userByEmail(world.state, email)
  if (member && membershipOf(world.state, member.id, organizationId))
    throw clerkError(
      400,
      'already_a_member_in_organization',
      `${email} is a member of the organisation already.`,
      'email_address',
    )
  const twice = Object.values(world.state.invitations).some(
    (invitation) =>
      invitation.organizationId === organizationId &&
      invitation.email === email &&
      isOpen(world, invitation),
  )
  if (twice)
    throw clerkError(400, 'duplicate_record', `${email} is invited already.`, 'email_address', {
      email_addresses: [email],
    })
}
