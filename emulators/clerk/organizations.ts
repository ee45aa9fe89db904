import { organizationForServers } from './backend-shapes.ts'
import { clerkError } from './errors.ts'
import { announce } from './events.ts'
import { forgetInvitations } from './invitations.ts'
import { removeMember } from './memberships.ts'
import type { Metadata, OrganizationRecord } from './state.ts'
import { membershipsOfOrganization, newId, type World } from './world.ts'

export interface NewOrganization {
  id?: string
  name: string
  slug?: string
  createdBy: string | null
  maxAllowedMemberships?: number
  publicMetadata?: Metadata
  privateMetadata?: Metadata
}

export function createOrganization(world: World, wanted: NewOrganization): OrganizationRecord {
  const now = world.now()
  const organization: OrganizationRecord = {
    publicMetadata: {},
    privateMetadata: {},
    maxAllowedMemberships: 0,
    ...wanted,
    id: wanted.id ?? newId('org'),
    slug: wanted.slug ?? freeSlug(world, wanted.name),
    imageId: null,
    createdAt: now,
    updatedAt: now,
  }
  world.state.organizations[organization.id] = organization
  announce(world, 'organization.created', organizationForServers(world, organization))
  return organization
}

/** Call after the change. */
export function markOrganizationUpdated(world: World, organization: OrganizationRecord): void {
  organization.updatedAt = world.now()
  announce(world, 'organization.updated', organizationForServers(world, organization))
}

export function removeOrganization(world: World, { id, slug }: OrganizationRecord): void {
  for (const membership of membershipsOfOrganization(world.state, id))
    removeMember(world, membership)
  forgetInvitations(world, id)
  delete world.state.organizations[id]
  announce(world, 'organization.deleted', { object: 'organization', id, slug, deleted: true })
}

export function checkName(given: string | null): string {
  const name = given?.trim() ?? ''
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

export function checkSlug(world: World, slug: string, ownId?: string): string {
  const holder = Object.values(world.state.organizations).find(
    (organization) => organization.slug === slug,
  )
  if (!/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(slug))
    throw clerkError(422, 'form_param_format_invalid', 'The slug is malformed.', 'slug')
  if (holder && holder.id !== ownId)
    throw clerkError(422, 'form_identifier_exists', 'That slug is taken.', 'slug')
  return slug
}

function freeSlug(world: World, name: string): string {
  const base =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'org'
  const usedSlugs = new Set(
    Object.values(world.state.organizations).map((organization) => organization.slug),
  )
  let slug = base
  for (let n = 2; usedSlugs.has(slug); n += 1) slug = `${base}-${n}`
  return slug
}
