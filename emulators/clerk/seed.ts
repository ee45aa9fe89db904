import { newIdentification } from './identifications.ts'
import { digestOf, hashPassword } from './secrets.ts'
import { addMember, type World } from './world.ts'

/** Users and organisations that are there from the first start; ids are kept, so that other data can refer to them. */
export interface ClerkSeed {
  organizations: { id: string; name: string; slug: string }[]
  users: { id: string; email: string; password: string; firstName: string; lastName: string }[]
  memberships: { userId: string; organizationId: string; role: string }[]
}

/** Adds what of the seed is missing. What people changed since stays, except a password for which the seed now has another one. */
export function plant(world: World, seed: ClerkSeed): void {
  const { state } = world
  const now = world.now()
  const newcomers = new Set<string>()
  for (const one of seed.organizations) {
    state.organizations[one.id] ??= {
      ...one,
      createdBy: null,
      publicMetadata: {},
      createdAt: now,
      updatedAt: now,
    }
  }
  for (const { id, email, password, firstName, lastName } of seed.users) {
    const known = state.users[id]
    const seededWith = digestOf(password)
    if (known?.seededWith === seededWith) continue
    if (known) {
      Object.assign(known, { seededWith, passwordHash: hashPassword(password) })
      continue
    }
    const address = newIdentification(email, true)
    newcomers.add(id)
    state.users[id] = {
      id,
      firstName,
      lastName,
      emails: [address],
      phones: [],
      primaryEmailId: address.id,
      primaryPhoneId: null,
      passwordHash: hashPassword(password),
      seededWith,
      lastOrganizationId: null,
      lastSignInAt: null,
      unsafeMetadata: {},
      publicMetadata: {},
      createdAt: now,
      updatedAt: now,
    }
  }
  for (const { userId, organizationId, role } of seed.memberships) {
    // Only with its user: a member whom an admin has removed since must not come back at the next start.
    if (newcomers.has(userId)) addMember(world, userId, organizationId, role)
  }
  world.save()
}
