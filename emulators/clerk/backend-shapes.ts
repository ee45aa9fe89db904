import { sessionBasics } from './client-shapes.ts'
import {
  invitationShape,
  membershipShape,
  organizationShape,
  statusOf,
  ticketLink,
  userBasics,
} from './shapes.ts'
import type {
  ClientRecord,
  InvitationRecord,
  MembershipRecord,
  OrganizationRecord,
  SessionRecord,
  UserRecord,
} from './state.ts'
import { isLive, type World } from './world.ts'

export function userForServers(world: World, user: UserRecord): object {
  return {
    ...userBasics(world, user),
    organization_memberships: null,
    private_metadata: user.privateMetadata,
    password_last_updated_at: user.passwordUpdatedAt,
    lockout_expires_in_seconds: null,
    verification_attempts_remaining: 100,
    locale: null,
  }
}

export function organizationForServers(world: World, organization: OrganizationRecord): object {
  return {
    ...organizationShape(world, organization),
    private_metadata: organization.privateMetadata,
    role_set_key: null,
  }
}

export function membershipForServers(world: World, membership: MembershipRecord): object {
  const organization = world.state.organizations[membership.organizationId]
  return {
    ...membershipShape(world, membership),
    private_metadata: membership.privateMetadata,
    organization: organization ? organizationForServers(world, organization) : null,
  }
}

export function invitationForServers(world: World, invitation: InvitationRecord): object {
  return {
    ...invitationShape(world, invitation),
    status: statusOf(world, invitation),
    private_metadata: invitation.privateMetadata,
    url: ticketLink(world, invitation),
    expires_at: invitation.expireAt,
  }
}

export function sessionForServers(
  world: World,
  client: ClientRecord,
  session: SessionRecord,
): object {
  const user = world.state.users[session.userId]
  const expired = session.status === 'active' && !isLive(world, session)
  return {
    ...sessionBasics(session),
    status: expired ? 'expired' : session.status,
    client_id: client.id,
    user: user ? userForServers(world, user) : null,
  }
}
