import type { FastifyInstance } from 'fastify'
import { envelopeHandler, paginate, type Call } from './call.ts'
import { clerkError, notFound } from './errors.ts'
import { invite, revokeInvitation } from './invitations.ts'
import { checkRole, keepAnAdmin, removeMember, setRole } from './memberships.ts'
import { organizationOf } from './routes-organizations.ts'
import { invitationShape, membershipShape, primaryEmail, statusOf } from './shapes.ts'
import type { MembershipRecord } from './state.ts'
import { membershipOf, membershipsOfOrganization, STANDARD_ROLE, type World } from './world.ts'

export function memberRoutes(app: FastifyInstance, world: World): void {
  app.get(
    '/v1/organizations/:id/memberships',
    envelopeHandler(world, (call) => {
      const organization = organizationOf(call)
      const roles = [...call.query.getAll('role'), ...call.query.getAll('role[]')]
      const wanted = (call.query.get('query') ?? '').toLowerCase()
      const members = membershipsOfOrganization(world.state, organization.id).filter(
        (membership) =>
          (roles.length === 0 || roles.includes(membership.role)) &&
          nameAndEmail(world, membership).includes(wanted),
      )
      return paginate(
        call.query,
        members.map((membership) => membershipShape(world, membership)),
      )
    }),
  )

  app.patch(
    '/v1/organizations/:id/memberships/:userId',
    envelopeHandler(world, (call) => {
      const membership = member(call)
      setRole(world, membership, checkRole(call.form.get('role')))
      return membershipShape(world, membership)
    }),
  )

  app.delete(
    '/v1/organizations/:id/memberships/:userId',
    envelopeHandler(world, (call) => {
      const membership = member(call)
      keepAnAdmin(world, membership)
      const shape = membershipShape(world, membership)
      removeMember(world, membership)
      return shape
    }),
  )

  app.get(
    '/v1/organizations/:id/invitations',
    envelopeHandler(world, (call) => {
      const organization = organizationOf(call, 'admin')
      const statuses = [...call.query.getAll('status'), ...call.query.getAll('status[]')]
      const found = Object.values(world.state.invitations).filter(
        (invitation) =>
          invitation.organizationId === organization.id &&
          (statuses.length === 0 || statuses.includes(statusOf(world, invitation))),
      )
      return paginate(
        call.query,
        found.map((invitation) => invitationShape(world, invitation)),
      )
    }),
  )

  app.post(
    '/v1/organizations/:id/invitations',
    envelopeHandler(world, (call) => inviteAll(call)[0] ?? null),
  )
  app.post('/v1/organizations/:id/invitations/bulk', envelopeHandler(world, inviteAll))

  app.post(
    '/v1/organizations/:id/invitations/:invitationId/revoke',
    envelopeHandler(world, (call) => {
      const organization = organizationOf(call, 'admin')
      const invitation = world.state.invitations[call.param('invitationId')]
      if (invitation?.organizationId !== organization.id) throw notFound()
      revokeInvitation(world, invitation)
      return invitationShape(world, invitation)
    }),
  )
}

function inviteAll(call: Call): object[] {
  const { world, form } = call
  const { id } = organizationOf(call, 'admin')
  const role = checkRole(form.get('role') ?? STANDARD_ROLE)
  // Clerk's field sends an empty address after a trailing comma.
  const emails = form.getAll('email_address').filter((email) => email.trim() !== '')
  if (emails.length === 0)
    throw clerkError(422, 'form_param_nil', 'Enter an email address.', 'email_address')
  const invitations = invite(
    world,
    emails.map((email) => ({ organizationId: id, email, role })),
  )
  return invitations.map((invitation) => invitationShape(world, invitation))
}

function member(call: Call): MembershipRecord {
  const organization = organizationOf(call, 'admin')
  const membership = membershipOf(call.world.state, call.param('userId'), organization.id)
  if (!membership) throw notFound()
  return membership
}

function nameAndEmail({ state }: World, { userId }: MembershipRecord): string {
  const user = state.users[userId]
  if (!user) return ''
  return `${user.firstName ?? ''} ${user.lastName ?? ''} ${primaryEmail(user)}`.toLowerCase()
}
