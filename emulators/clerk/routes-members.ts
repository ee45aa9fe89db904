import type { FastifyInstance } from 'fastify'
import { enveloped, paged, type Call } from './call.ts'
import { clerkError, notFound } from './errors.ts'
import { invite, revokeInvitation } from './invitations.ts'
import { checkRole, keepAnAdmin, removeMember, setRole } from './memberships.ts'
import { organizationOf } from './routes-organizations.ts'
import { invitationShape, membershipShape, primaryEmail, statusOf } from './shapes.ts'
import type { MembershipRecord } from './state.ts'
import { membershipOf, membershipsOfOrganization, STANDARD_ROLE, type World } from './world.ts'

/** The members of an organisation and those invited to it. */
export function memberRoutes(app: FastifyInstance, world: World): void {
  app.get(
    '/v1/organizations/:id/memberships',
    enveloped(world, (call) => {
      const organization = organizationOf(call)
      const roles = [...call.query.getAll('role'), ...call.query.getAll('role[]')]
      const wanted = (call.query.get('query') ?? '').toLowerCase()
      const members = membershipsOfOrganization(world.state, organization.id).filter(
        (one) =>
          (roles.length === 0 || roles.includes(one.role)) &&
          nameAndEmail(world, one).includes(wanted),
      )
      return paged(
        call.query,
        members.map((one) => membershipShape(world, one)),
      )
    }),
  )

  app.patch(
    '/v1/organizations/:id/memberships/:userId',
    enveloped(world, (call) => {
      const membership = member(call)
      setRole(world, membership, checkRole(call.form.get('role')))
      return membershipShape(world, membership)
    }),
  )

  app.delete(
    '/v1/organizations/:id/memberships/:userId',
    enveloped(world, (call) => {
      const membership = member(call)
      keepAnAdmin(world, membership)
      const shape = membershipShape(world, membership)
      removeMember(world, membership)
      return shape
    }),
  )

  app.get(
    '/v1/organizations/:id/invitations',
    enveloped(world, (call) => {
      const organization = organizationOf(call, 'admin')
      const statuses = [...call.query.getAll('status'), ...call.query.getAll('status[]')]
      const found = Object.values(world.state.invitations).filter(
        (one) =>
          one.organizationId === organization.id &&
          (statuses.length === 0 || statuses.includes(statusOf(world, one))),
      )
      return paged(
        call.query,
        found.map((one) => invitationShape(world, one)),
      )
    }),
  )

  app.post(
    '/v1/organizations/:id/invitations',
    enveloped(world, (call) => inviteAll(call)[0] ?? null),
  )
  app.post('/v1/organizations/:id/invitations/bulk', enveloped(world, inviteAll))

  app.post(
    '/v1/organizations/:id/invitations/:invitationId/revoke',
    enveloped(world, (call) => {
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
  // The field of Clerk's screen sends an empty address after a comma at the end.
  const emails = form.getAll('email_address').filter((email) => email.trim() !== '')
  if (emails.length === 0)
    throw clerkError(422, 'form_param_nil', 'Enter an e-mail address.', 'email_address')
  const made = invite(
    world,
    emails.map((email) => ({ organizationId: id, email, role })),
  )
  return made.map((one) => invitationShape(world, one))
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
