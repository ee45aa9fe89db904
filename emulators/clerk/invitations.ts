import { randomBytes } from 'node:crypto'
import { invitationForServers } from './backend-shapes.ts'
import { clerkError } from './errors.ts'
import { announce } from './events.ts'
import { addressForm } from './identifications.ts'
import { addMember } from './memberships.ts'
import { sendLink } from './secrets.ts'
import { isOpen, ticketLink } from './shapes.ts'
import type { InvitationRecord, Metadata, UserRecord } from './state.ts'
import { membershipOf, newId, userByEmail, type World } from './world.ts'

const DAY_MS = 86_400_000

export interface NewInvitation {
  organizationId: string
  email: string
  role: string
  expiresInDays?: number
  publicMetadata?: Metadata
  privateMetadata?: Metadata
}

/** Invites each address, all or none; 'sends' each a link. Refuses members and those who are invited already. */
export function invite(world: World, wanted: NewInvitation[]): InvitationRecord[] {
  const checked = wanted.map((one) => ({ ...one, email: addressForm(one.email) }))
  for (const one of checked) refuseTwice(world, one)
  return checked.map(({ expiresInDays = 30, ...one }) => {
    const now = world.now()
    const made: InvitationRecord = {
      publicMetadata: {},
      privateMetadata: {},
      ...one,
      id: newId('orginv'),
      status: 'pending',
      ticket: randomBytes(24).toString('base64url'),
      expireAt: now + expiresInDays * DAY_MS,
      createdAt: now,
      updatedAt: now,
    }
    world.state.invitations[made.id] = made
    const { name } = world.state.organizations[one.organizationId] ?? { name: '' }
    sendLink(world, made.email, `Invitation to join ${name}`, ticketLink(world, made))
    announce(world, 'organizationInvitation.created', invitationForServers(world, made))
    return made
  })
}

/** Makes the person a member with the role they were invited to. */
export function acceptInvitation(
  world: World,
  invitation: InvitationRecord,
  user: UserRecord,
): void {
  addMember(world, user.id, invitation.organizationId, invitation.role)
  invitation.status = 'accepted'
  invitation.updatedAt = world.now()
  announce(world, 'organizationInvitation.accepted', {
    ...invitationForServers(world, invitation),
    user_id: user.id,
  })
}

/** Takes an invitation back; one that was accepted or revoked stays as it is. */
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

/** The open invitation whose link carries this ticket; refused as Clerk does where there is none. */
export function invitationByTicket(world: World, ticket: string): InvitationRecord {
  const found = Object.values(world.state.invitations).find(
    (one) => one.ticket !== '' && one.ticket === ticket,
  )
  if (!found || found.status !== 'pending')
    throw clerkError(400, 'ticket_invalid_code', 'The ticket is invalid.')
  if (!isOpen(world, found)) throw clerkError(400, 'ticket_expired_code', 'The ticket has expired.')
  return found
}

/** Drops the invitations of an organisation that is gone. */
export function forgetInvitations({ state }: World, organizationId: string): void {
  for (const one of Object.values(state.invitations))
    if (one.organizationId === organizationId) delete state.invitations[one.id]
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
    (one) => one.organizationId === organizationId && one.email === email && isOpen(world, one),
  )
  if (twice)
    throw clerkError(400, 'duplicate_record', `${email} is invited already.`, 'email_address', {
      email_addresses: [email],
    })
}
