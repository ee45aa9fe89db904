import { newIdentification } from './identifications.ts'
import { addMember } from './memberships.ts'
import { createOrganization } from './organizations.ts'
import { digestOf, hashPassword } from './secrets.ts'
import { createUser } from './users.ts'
import type { World } from './world.ts'

/** Fixed ids that other data refers to. */
export interface ClerkSeed {
  organizations: { id: string; name: string; slug: string }[]
  users: { id: string; email: string; password: string; firstName: string; lastName: string }[]
  memberships: { userId: string; organizationId: string; role: string }[]
}

/** Keeps users' changes, except a password that the seed has changed. */
export function applySeed(world: World, seed: ClerkSeed): void {
  const { state } = world
  const newcomers = new Set<string>()
  for (const organization of seed.organizations)
    if (!state.organizations[organization.id])
      createOrganization(world, { ...organization, createdBy: null })
  for (const { password, email, ...user } of seed.users) {
    const known = state.users[user.id]
    const seededWith = digestOf(password)
    if (known?.seededWith === seededWith) continue
    const passwordHash = hashPassword(password)
    if (known) {
      Object.assign(known, { seededWith, passwordHash })
      continue
    }
    newcomers.add(user.id)
    const emails = [newIdentification(email, true)]
    createUser(world, { ...user, emails, phones: [], passwordHash, seededWith })
  }
  for (const { userId, organizationId, role } of seed.memberships) {
    // Only for a new user: a member removed by an admin must not return at the next start.
    if (newcomers.has(userId)) addMember(world, userId, organizationId, role)
  }
  world.save()
}
