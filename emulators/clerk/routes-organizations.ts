import type { FastifyInstance } from 'fastify'
import { enveloped, paged, type Call } from './call.ts'
import { clerkError, notFound } from './errors.ts'
import { enterOrganization } from './routes-client.ts'
import { organizationShape } from './shapes.ts'
import type { OrganizationRecord } from './state.ts'
import {
  ADMIN_ROLE,
  addMember,
  membershipOf,
  membershipsOfOrganization,
  newId,
  removeMember,
  ROLES,
  type World,
} from './world.ts'

/** Creating, renaming and deleting an organisation, and the roles it has. */
export function organizationRoutes(app: FastifyInstance, world: World): void {
  app.post(
    '/v1/organizations',
    enveloped(world, (call) => {
      const { user, session } = call.signedIn()
      const now = world.now()
      const name = checkName(call)
      const made: OrganizationRecord = {
        id: newId('org'),
        name,
        slug: freeSlug(world, name),
        createdBy: user.id,
        publicMetadata: {},
        createdAt: now,
        updatedAt: now,
      }
      world.state.organizations[made.id] = made
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
      organization.name = checkName(call)
      organization.updatedAt = world.now()
      return organizationShape(world, organization)
    }),
  )

  app.delete(
    '/v1/organizations/:id',
    enveloped(world, (call) => {
      const organization = organizationOf(call, 'admin')
      for (const membership of membershipsOfOrganization(world.state, organization.id))
        removeMember(world, membership)
      delete world.state.organizations[organization.id]
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
  if (needed === 'admin' && membership.role !== ADMIN_ROLE) {
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

function checkName(call: Call): string {
  const name = call.form.get('name')?.trim() ?? ''
  if (name === '') throw clerkError(422, 'form_param_nil', 'Enter a name.', 'name')
  if (name.length > 256)
    throw clerkError(
      422,
      'form_param_max_length_exceeded',
      'The name must not exceed 256 characters.',
      'name',
    )
  return name
}

function freeSlug(world: World, name: string): string {
  const base =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'org'
  const taken = new Set(Object.values(world.state.organizations).map((one) => one.slug))
  let slug = base
  for (let n = 2; taken.has(slug); n += 1) slug = `${base}-${n}`
  return slug
}
