import type { FastifyInstance } from 'fastify'
import { envelopeHandler, paginate, type Call } from './call.ts'
import { clerkError, notFound } from './errors.ts'
import { addMember } from './memberships.ts'
import {
  checkName,
  checkSlug,
  createOrganization,
  markOrganizationUpdated,
  removeOrganization,
} from './organizations.ts'
import { enterOrganization } from './routes-client.ts'
import { organizationShape } from './shapes.ts'
import type { OrganizationRecord } from './state.ts'
import { ADMIN_ROLE, isAdmin, membershipOf, ROLES, type World } from './world.ts'

export function organizationRoutes(app: FastifyInstance, world: World): void {
  app.post(
    '/v1/organizations',
    envelopeHandler(world, (call) => {
      const { user, session } = call.requireSession()
      const name = checkName(call.form.get('name'))
      const organization = createOrganization(world, { name, createdBy: user.id })
      addMember(world, user.id, organization.id, ADMIN_ROLE)
      enterOrganization(world, session, organization.id)
      return organizationShape(world, organization)
    }),
  )

  app.get(
    '/v1/organizations/:id',
    envelopeHandler(world, (call) => organizationShape(world, organizationOf(call))),
  )

  app.patch(
    '/v1/organizations/:id',
    envelopeHandler(world, (call) => {
      const organization = organizationOf(call, 'admin')
      const slug = call.form.get('slug')
      const name = checkName(call.form.get('name') ?? organization.name)
      if (slug) organization.slug = checkSlug(world, slug, organization.id)
      organization.name = name
      markOrganizationUpdated(world, organization)
      return organizationShape(world, organization)
    }),
  )

  app.delete(
    '/v1/organizations/:id',
    envelopeHandler(world, (call) => {
      const organization = organizationOf(call, 'admin')
      removeOrganization(world, organization)
      return { object: 'organization', id: organization.id, deleted: true }
    }),
  )

  app.get(
    '/v1/organizations/:id/roles',
    envelopeHandler(world, (call) => {
      organizationOf(call)
      return paginate(call.query, ROLES.map(roleShape))
    }),
  )

  for (const empty of ['domains', 'membership_requests']) {
    app.get(
      `/v1/organizations/:id/${empty}`,
      envelopeHandler(world, (call) => paginate(call.query, [])),
    )
  }
}

/** The caller must be a member, or an admin if required. */
export function organizationOf(
  call: Call,
  needed: 'member' | 'admin' = 'member',
): OrganizationRecord {
  const organization = call.world.state.organizations[call.param('id')]
  const membership =
    organization && membershipOf(call.world.state, call.requireSession().user.id, organization.id)
  if (!organization || !membership) throw notFound()
  if (needed === 'admin' && !isAdmin(membership)) {
    throw clerkError(
      403,
      'missing_organization_permission',
      'Only an admin of this organisation can do that.',
    )
  }
  return organization
}

function roleShape(role: (typeof ROLES)[number]): object {
  return {
    object: 'role',
    id: `role_${role.key.replace(':', '_')}`,
    key: role.key,
    name: role.name,
    description: '',
    permissions: role.permissions.map((key) => ({
      object: 'permission',
      id: `perm_${key.replaceAll(':', '_')}`,
      key,
      name: key,
      description: '',
      type: 'system',
      created_at: 0,
      updated_at: 0,
    })),
    created_at: 0,
    updated_at: 0,
  }
}
