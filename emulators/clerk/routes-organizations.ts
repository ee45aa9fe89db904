import type { FastifyInstance } from 'fastify'
import { enveloped, paged, type Call } from './call.ts'
import { clerkError, notFound } from './errors.ts'
import { addMember } from './memberships.ts'
import {
  checkName,
  checkSlug,
  createOrganization,
  organizationChanged,
  removeOrganization,
} from './organizations.ts'
import { enterOrganization } from './routes-client.ts'
import { organizationShape } from './shapes.ts'
import type { OrganizationRecord } from './state.ts'
import { ADMIN_ROLE, isAdmin, membershipOf, ROLES, type World } from './world.ts'

/** Creating, renaming and deleting an organisation, and the roles it has. */
export function organizationRoutes(app: FastifyInstance, world: World): void {
  app.post(
    '/v1/organizations',
    enveloped(world, (call) => {
      const { user, session } = call.signedIn()
      const name = checkName(call.form.get('name'))
      const made = createOrganization(world, { name, createdBy: user.id })
      addMember(world, user.id, made.id, ADMIN_ROLE)
      enterOrganization(world, session, made.id)
      return organizationShape(world, made)
    }),
  )

  app.get(
    '/v1/organizations/:id',
    enveloped(world, (call) => organizationShape(world, organizationOf(call))),
  )

  app.patch(
    '/v1/organizations/:id',
    enveloped(world, (call) => {
      const organization = organizationOf(call, 'admin')
      const slug = call.form.get('slug')
      const name = checkName(call.form.get('name') ?? organization.name)
      if (slug) organization.slug = checkSlug(world, slug, organization.id)
      organization.name = name
      organizationChanged(world, organization)
      return organizationShape(world, organization)
    }),
  )

  app.delete(
    '/v1/organizations/:id',
    enveloped(world, (call) => {
      const organization = organizationOf(call, 'admin')
      removeOrganization(world, organization)
      return { object: 'organization', id: organization.id, deleted: true }
    }),
  )

  app.get(
    '/v1/organizations/:id/roles',
    enveloped(world, (call) => {
      organizationOf(call)
      return paged(call.query, ROLES.map(roleShape))
    }),
  )

  for (const empty of ['domains', 'membership_requests']) {
    app.get(
      `/v1/organizations/:id/${empty}`,
      enveloped(world, (call) => paged(call.query, [])),
    )
  }
}

/** The organisation of the path, where the caller is a member of it (an admin, if that is needed). */
export function organizationOf(
  call: Call,
  needed: 'member' | 'admin' = 'member',
): OrganizationRecord {
  const organization = call.world.state.organizations[call.param('id')]
  const membership =
    organization && membershipOf(call.world.state, call.signedIn().user.id, organization.id)
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
