import { newIdentification } from './identifications.ts'
import { addMember } from './memberships.ts'
import { createOrganization } from './organizations.ts'
import { digestOf, hashPassword } from './secrets.ts'
import { createUser } from './users.ts'
import type { World } from './world.ts'

/** Users and organisations that are there from the first start; ids are kept, so that other data can refer to them. */
export interface ClerkSeed {
  organizations: { id: string; name: string; slug: string }[]
  users: { id: string; email: string; password: string; firstName: string; lastName: string }[]
  memberships: { userId: string; organizationId: string; role: string }[]
}

/** Adds what of the seed is missing. What people changed since stays, except a password for which the seed now has another one. */
export function plant(world: World, seed: ClerkSeed): void {
  const { state } = world
  const newcomers = new Set<string>()
  for (const one of seed.organizations)
    if (!state.organizations[one.id]) createOrganization(world, { ...one, createdBy: null })
  for (const { password, email, ...one } of seed.users) {
    const known = state.users[one.id]
    const seededWith = digestOf(password)
    if (known?.seededWith === seededWith) continue
    const passwordHash = hashPassword(password)
    if (known) {
      Object.assign(known, { seededWith, passwordHash })
      continue
    }
    newcomers.add(one.id)
    const emails = [newIdentification(email, true)]
    createUser(world, { ...one, emails, phones: [], passwordHash, seededWith })
  }
  for (const { userId, organizationId, role } of seed.memberships) {
    // Only with its user: a member whom an admin has removed since must not come back at the next start.
    if (newcomers.has(userId)) addMember(world, userId, organizationId, role)
  }
  world.save()
}
