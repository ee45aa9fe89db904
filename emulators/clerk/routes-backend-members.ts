import type { FastifyInstance } from 'fastify'
import { answered, merged, wanted, type BackendCall, type Fields } from './backend-call.ts'
import { invitationForServers, membershipForServers } from './backend-shapes.ts'
import { paged } from './call.ts'
import { clerkError, notFound } from './errors.ts'
import { invite, revokeInvitation, type NewInvitation } from './invitations.ts'
import {
  addMember,
  checkRole,
  keepAnAdmin,
  memberChanged,
  removeMember,
  setRole,
} from './memberships.ts'
import { organizationOf } from './routes-backend-organizations.ts'
import { primaryEmail, statusOf } from './shapes.ts'
import type { InvitationRecord, MembershipRecord } from './state.ts'
import { membershipOf, membershipsOfOrganization, type World } from './world.ts'

const METADATA = ['public_metadata', 'private_metadata']
const INVITATION = [
  ...METADATA,
  'email_address',
  'role',
  'expires_in_days',
  'inviter_user_id',
  'redirect_url',
]

/** Memberships and invitations for servers. */
export function backendMemberRoutes(app: FastifyInstance, world: World): void {
  const members = '/v1/organizations/:id/memberships'
  app.get(members, answered(world, listMembers))
  app.post(
    members,
    answered(world, (call) => {
      const organization = organizationOf(call)
      const given = call.body(['user_id', 'role'])
      const userId = given.text('user_id') ?? ''
      const role = checkRole(given.text('role') ?? null, true)
      if (!world.state.users[userId]) throw notFound()
      if (membershipOf(world.state, userId, organization.id))
        throw clerkError(
          400,
          'already_a_member_in_organization',
          'This user is a member of the organisation already.',
          'user_id',
        )
      return membershipForServers(world, addMember(world, userId, organization.id, role))
    }),
  )
  app.patch(
    `${members}/:userId`,
    answered(world, (call) => {
      const membership = memberOf(call)
      setRole(world, membership, checkRole(call.body(['role']).text('role') ?? null, true))
      return membershipForServers(world, membership)
    }),
  )
  app.patch(
    `${members}/:userId/metadata`,
    answered(world, (call) => {
      const membership = memberOf(call)
      const given = call.body(METADATA)
      const part = (name: string) => given.metadata(name) ?? {}
      membership.publicMetadata = merged(membership.publicMetadata, part('public_metadata'))
      membership.privateMetadata = merged(membership.privateMetadata, part('private_metadata'))
      memberChanged(world, membership)
      return membershipForServers(world, membership)
    }),
  )
  app.delete(
    `${members}/:userId`,
    answered(world, (call) => {
      const membership = memberOf(call)
      keepAnAdmin(world, membership)
      const shape = membershipForServers(world, membership)
      removeMember(world, membership)
      return shape
    }),
  )
  app.get(
    '/v1/organization_memberships',
    answered(world, ({ query }) =>
      paged(
        query,
        Object.values(world.state.memberships).map((one) => membershipForServers(world, one)),
      ),
    ),
  )
  invitationRoutes(app, world)
}

function invitationRoutes(app: FastifyInstance, world: World): void {
  const invitations = '/v1/organizations/:id/invitations'
  app.get(
    invitations,
    answered(world, (call) => {
      const { id } = organizationOf(call)
      const statuses = wanted(call.query, 'status')
      const found = Object.values(world.state.invitations).filter(
        (one) =>
          one.organizationId === id &&
          (statuses.length === 0 || statuses.includes(statusOf(world, one))),
      )
      return paged(
        call.query,
        found.map((one) => invitationForServers(world, one)),
      )
    }),
  )
  app.get(
    `${invitations}/:invitationId`,
    answered(world, (call) => invitationForServers(world, invitationOf(call))),
  )
  app.post(
    invitations,
    answered(world, (call) => {
      const [made] = invite(world, [invitationIn(call, call.body(INVITATION))])
      if (!made) throw notFound()
      return invitationForServers(world, made)
    }),
  )
  app.post(
    `${invitations}/bulk`,
    answered(world, (call) => {
      const made = invite(
        world,
        call.bodies(INVITATION).map((given) => invitationIn(call, given)),
      )
      return { data: made.map((one) => invitationForServers(world, one)), total_count: made.length }
    }),
  )
  app.post(
    `${invitations}/:invitationId/revoke`,
    answered(world, (call) => {
      const invitation = invitationOf(call)
      revokeInvitation(world, invitation)
      return invitationForServers(world, invitation)
    }),
  )
}

function listMembers(call: BackendCall): object {
  const { world, query } = call
  const { id } = organizationOf(call)
  const roles = wanted(query, 'role')
  const users = wanted(query, 'user_id')
  const text = (query.get('query') ?? '').toLowerCase()
  const found = membershipsOfOrganization(world.state, id).filter(
    (one) =>
      (roles.length === 0 || roles.includes(one.role)) &&
      (users.length === 0 || users.includes(one.userId)) &&
      textOf(world, one).includes(text),
  )
  return paged(
    query,
    found
      .toSorted((a, b) => b.createdAt - a.createdAt)
      .map((one) => membershipForServers(world, one)),
  )
}

function textOf({ state }: World, { userId }: MembershipRecord): string {
  const user = state.users[userId]
  if (!user) return ''
  return `${userId} ${user.firstName ?? ''} ${user.lastName ?? ''} ${primaryEmail(user)}`.toLowerCase()
}

function memberOf(call: BackendCall): MembershipRecord {
  const { id } = organizationOf(call)
  const found = membershipOf(call.world.state, call.param('userId'), id)
  if (!found) throw notFound()
  return found
}

function invitationOf(call: BackendCall): InvitationRecord {
  const { id } = organizationOf(call)
  const found = call.world.state.invitations[call.param('invitationId')]
  if (found?.organizationId !== id) throw notFound()
  return found
}

function invitationIn(call: BackendCall, given: Fields): NewInvitation {
  const expiresInDays = given.number('expires_in_days')
  return {
    organizationId: organizationOf(call).id,
    email: given.text('email_address') ?? '',
    role: checkRole(given.text('role') ?? null, true),
    ...(expiresInDays === undefined ? {} : { expiresInDays }),
    publicMetadata: given.metadata('public_metadata') ?? {},
    privateMetadata: given.metadata('private_metadata') ?? {},
  }
}
