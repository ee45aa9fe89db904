import type { FastifyInstance } from 'fastify'
import { enveloped, paged, type Call } from './call.ts'
import { clerkError, notFound } from './errors.ts'
import { organizationOf } from './routes-organizations.ts'
import { invitationShape, membershipShape, primaryEmail } from './shapes.ts'
import type { InvitationRecord, MembershipRecord } from './state.ts'
import {
  ADMIN_ROLE,
  membershipOf,
  membershipsOfOrganization,
  newId,
  removeMember,
  ROLES,
  STANDARD_ROLE,
  type World,
} from './world.ts'

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
      const role = checkRole(call.form.get('role'))
      if (role !== ADMIN_ROLE) keepAnAdmin(world, membership)
      membership.role = role
      membership.updatedAt = world.now()
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
          (statuses.length === 0 || statuses.includes(one.status)),
      )
      return paged(
        call.query,
        found.map((one) => invitationShape(world, one)),
      )
    }),
  )

  app.post(
    '/v1/organizations/:id/invitations',
    enveloped(world, (call) => invite(call)[0] ?? null),
  )
  app.post('/v1/organizations/:id/invitations/bulk', enveloped(world, invite))

  app.post(
    '/v1/organizations/:id/invitations/:invitationId/revoke',
    enveloped(world, (call) => {
      const organization = organizationOf(call, 'admin')
      const invitation = world.state.invitations[call.param('invitationId')]
      if (invitation?.organizationId !== organization.id) throw notFound()
      invitation.status = 'revoked'
      invitation.updatedAt = world.now()
      return invitationShape(world, invitation)
    }),
  )
}

function invite(call: Call): object[] {
  const { world, form } = call
  const organization = organizationOf(call, 'admin')
  const role = checkRole(form.get('role') ?? STANDARD_ROLE)
  const emails = form.getAll('email_address').map((one) => one.trim().toLowerCase())
  const pending = Object.values(world.state.invitations).filter(
    (one) => one.organizationId === organization.id && one.status === 'pending',
  )
  const twice = pending.find((one) => emails.includes(one.email))
  if (twice)
    throw clerkError(422, 'duplicate_record', `${twice.email} is invited already.`, 'email_address')
  return emails.map((email) => {
    const now = world.now()
    const made: InvitationRecord = {
      id: newId('orginv'),
      organizationId: organization.id,
      email,
      role,
      status: 'pending',
      createdAt: now,
      updatedAt: now,
    }
    world.state.invitations[made.id] = made
    return invitationShape(world, made)
  })
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

function checkRole(role: string | null): string {
  if (role !== null && ROLES.some((one) => one.key === role)) return role
  throw clerkError(422, 'form_param_value_invalid', 'This role does not exist.', 'role')
}

function keepAnAdmin(world: World, leaving: MembershipRecord): void {
  const others = membershipsOfOrganization(world.state, leaving.organizationId).filter(
    (one) => one.id !== leaving.id,
  )
  if (leaving.role === ADMIN_ROLE && !others.some((one) => one.role === ADMIN_ROLE)) {
    throw clerkError(
      403,
      'organization_minimum_permissions_needed',
      'There has to be at least one admin in the organisation.',
    )
  }
}
