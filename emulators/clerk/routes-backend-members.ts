import type { FastifyInstance } from 'fastify'
import {
  backendHandler,
  mergeMetadata,
  filterValues,
  type BackendCall,
  type Fields,
} from './backend-call.ts'
import { invitationForServers, membershipForServers } from './backend-shapes.ts'
import { paginate } from './call.ts'
import { clerkError, notFound } from './errors.ts'
import { invite, revokeInvitation, type NewInvitation } from './invitations.ts'
import {
  addMember,
  checkRole,
  keepAnAdmin,
  markMemberUpdated,
  removeMember,
  setRole,
} from './memberships.ts'
import { checkQuota } from './quota.ts'
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

export function backendMemberRoutes(app: FastifyInstance, world: World): void {
  const members = '/v1/organizations/:id/memberships'
  app.get(members, backendHandler(world, listMembers))
  app.post(
    members,
    backendHandler(world, (call) => {
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
      checkQuota(world, organization.id, 1)
      return membershipForServers(world, addMember(world, userId, organization.id, role))
    }),
  )
  app.patch(
    `${members}/:userId`,
    backendHandler(world, (call) => {
      const membership = memberOf(call)
      setRole(world, membership, checkRole(call.body(['role']).text('role') ?? null, true))
      return membershipForServers(world, membership)
    }),
  )
  app.patch(
    `${members}/:userId/metadata`,
    backendHandler(world, (call) => {
      const membership = memberOf(call)
      const given = call.body(METADATA)
      const part = (name: string) => given.metadata(name) ?? {}
      membership.publicMetadata = mergeMetadata(membership.publicMetadata, part('public_metadata'))
      membership.privateMetadata = mergeMetadata(
        membership.privateMetadata,
        part('private_metadata'),
      )
      markMemberUpdated(world, membership)
      return membershipForServers(world, membership)
    }),
  )
  app.delete(
    `${members}/:userId`,
    backendHandler(world, (call) => {
      const membership = memberOf(call)
      keepAnAdmin(world, membership)
      const shape = membershipForServers(world, membership)
      removeMember(world, membership)
      return shape
    }),
  )
  app.get(
    '/v1/organization_memberships',
    backendHandler(world, ({ query }) =>
      paginate(
        query,
        Object.values(world.state.memberships).map((membership) =>
          membershipForServers(world, membership),
        ),
      ),
    ),
  )
  invitationRoutes(app, world)
}

function invitationRoutes(app: FastifyInstance, world: World): void {
  const invitations = '/v1/organizations/:id/invitations'
  app.get(
    invitations,
    backendHandler(world, (call) => {
      const { id } = organizationOf(call)
      const statuses = filterValues(call.query, 'status')
      const found = Object.values(world.state.invitations).filter(
        (invitation) =>
          invitation.organizationId === id &&
          (statuses.length === 0 || statuses.includes(statusOf(world, invitation))),
      )
      return paginate(
        call.query,
        found.map((invitation) => invitationForServers(world, invitation)),
      )
    }),
  )
  app.get(
    `${invitations}/:invitationId`,
    backendHandler(world, (call) => invitationForServers(world, invitationOf(call))),
  )
  app.post(
    invitations,
    backendHandler(world, (call) => {
      const [invitation] = invite(world, [invitationIn(call, call.body(INVITATION))])
      if (!invitation) throw notFound()
      return invitationForServers(world, invitation)
    }),
  )
  app.post(
    `${invitations}/bulk`,
    backendHandler(world, (call) => {
      const created = invite(
        world,
        call.bodies(INVITATION).map((given) => invitationIn(call, given)),
      )
      return {
        data: created.map((invitation) => invitationForServers(world, invitation)),
        total_count: created.length,
      }
    }),
  )
  app.post(
    `${invitations}/:invitationId/revoke`,
    backendHandler(world, (call) => {
      const invitation = invitationOf(call)
      revokeInvitation(world, invitation)
      return invitationForServers(world, invitation)
    }),
  )
}

function listMembers(call: BackendCall): object {
  const { world, query } = call
  const { id } = organizationOf(call)
  const roles = filterValues(query, 'role')
  const users = filterValues(query, 'user_id')
  const text = (query.get('query') ?? '').toLowerCase()
  const found = membershipsOfOrganization(world.state, id).filter(
    (membership) =>
      (roles.length === 0 || roles.includes(membership.role)) &&
      (users.length === 0 || users.includes(membership.userId)) &&
      textOf(world, membership).includes(text),
  )
  return paginate(
    query,
    found
      .toSorted((a, b) => b.createdAt - a.createdAt)
      .map((membership) => membershipForServers(world, membership)),
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
