import type { FastifyInstance } from 'fastify'
import {
  backendHandler,
  mergeMetadata,
  filterValues,
  type BackendCall,
  type Fields,
} from './backend-call.ts'
import { organizationForServers } from './backend-shapes.ts'
import { paginate } from './call.ts'
import { clerkError, notFound } from './errors.ts'
import { addMember } from './memberships.ts'
import {
  checkName,
  checkSlug,
  createOrganization,
  markOrganizationUpdated,
  removeOrganization,
} from './organizations.ts'
import type { Metadata, OrganizationRecord } from './state.ts'
import { ADMIN_ROLE, type World } from './world.ts'

const METADATA = ['public_metadata', 'private_metadata']
const FIELDS = ['name', 'slug', 'max_allowed_memberships']

export function backendOrganizationRoutes(app: FastifyInstance, world: World): void {
  app.get(
    '/v1/organizations',
    backendHandler(world, ({ query }) => {
      const ids = filterValues(query, 'organization_id')
      const text = (query.get('query') ?? '').toLowerCase()
      const found = Object.values(world.state.organizations)
        .filter((organization) => ids.length === 0 || ids.includes(organization.id))
        .filter((organization) =>
          `${organization.id} ${organization.name} ${organization.slug}`
            .toLowerCase()
            .includes(text),
        )
        .toSorted((a, b) => b.createdAt - a.createdAt)
      return paginate(
        query,
        found.map((organization) => organizationForServers(world, organization)),
      )
    }),
  )
  app.get(
    '/v1/organizations/:id',
    backendHandler(world, (call) => organizationForServers(world, organizationOf(call))),
  )
  app.post('/v1/organizations', backendHandler(world, create))
  app.patch(
    '/v1/organizations/:id',
    backendHandler(world, (call) => {
      const organization = organizationOf(call)
      const given = call.body([...FIELDS, 'admin_delete_enabled'])
      const slug = given.text('slug')
      const name = given.text('name')
      const limit = limitIn(given)
      if (slug !== undefined) organization.slug = checkSlug(world, slug, organization.id)
      if (name !== undefined) organization.name = checkName(name)
      if (limit !== undefined) organization.maxAllowedMemberships = limit
      markOrganizationUpdated(world, organization)
      return organizationForServers(world, organization)
    }),
  )
  app.delete(
    '/v1/organizations/:id',
    backendHandler(world, (call) => {
      const organization = organizationOf(call)
      removeOrganization(world, organization)
      return { object: 'organization', id: organization.id, deleted: true }
    }),
  )
  app.patch(
    '/v1/organizations/:id/metadata',
    backendHandler(world, (call) => writeMetadata(call, mergeMetadata)),
  )
  app.put(
    '/v1/organizations/:id/metadata',
    backendHandler(world, (call) => writeMetadata(call, (_, given) => given)),
  )
}

export function organizationOf({ world, param }: BackendCall): OrganizationRecord {
  const idOrSlug = param('id')
  const found = Object.values(world.state.organizations).find(
    (organization) => organization.id === idOrSlug || organization.slug === idOrSlug,
  )
  if (!found) throw notFound()
  return found
}

function create({ world, body }: BackendCall): object {
  const given = body([...FIELDS, ...METADATA, 'created_by'])
  const createdBy = given.text('created_by') ?? null
  if (createdBy !== null && !world.state.users[createdBy])
    throw clerkError(422, 'form_param_value_invalid', 'This user does not exist.', 'created_by')
  const slug = given.text('slug')
  const organization = createOrganization(world, {
    name: checkName(given.text('name') ?? null),
    ...(slug === undefined ? {} : { slug: checkSlug(world, slug) }),
    createdBy,
    maxAllowedMemberships: limitIn(given) ?? 0,
    publicMetadata: given.metadata('public_metadata') ?? {},
    privateMetadata: given.metadata('private_metadata') ?? {},
  })
  if (createdBy !== null) addMember(world, createdBy, organization.id, ADMIN_ROLE)
  return organizationForServers(world, organization)
}

function limitIn(given: Fields): number | undefined {
  const limit = given.number('max_allowed_memberships')
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 0))
    throw clerkError(
      422,
      'form_param_value_invalid',
      'max_allowed_memberships must be 0 or more.',
      'max_allowed_memberships',
    )
  return limit
}

function writeMetadata(
  call: BackendCall,
  write: (present: Metadata, given: Metadata) => Metadata,
): object {
  const organization = organizationOf(call)
  const given = call.body(METADATA)
  const { publicMetadata, privateMetadata } = organization
  organization.publicMetadata = write(
    publicMetadata,
    given.metadata('public_metadata') ?? publicMetadata,
  )
  organization.privateMetadata = write(
    privateMetadata,
    given.metadata('private_metadata') ?? privateMetadata,
  )
  markOrganizationUpdated(call.world, organization)
  return organizationForServers(call.world, organization)
}
