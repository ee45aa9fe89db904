import { userForServers } from './backend-shapes.ts'
import { announce } from './events.ts'
import { removeMember } from './memberships.ts'
import { dropPicture } from './pictures.ts'
import { hashPassword } from './secrets.ts'
import { endSessionsOfUser } from './sessions.ts'
import type { Identification, UserRecord } from './state.ts'
import { membershipsOfUser, newId, type World } from './world.ts'

export interface NewUser {
  id?: string
  firstName: string | null
  lastName: string | null
  emails: Identification[]
  phones: Identification[]
  passwordHash: string | null
  seededWith?: string
  publicMetadata?: Record<string, unknown>
  privateMetadata?: Record<string, unknown>
  unsafeMetadata?: Record<string, unknown>
  externalId?: string | null
}

/** The first address and the first number become primary. */
export function createUser(world: World, wanted: NewUser): UserRecord {
  const now = world.now()
  const user: UserRecord = {
    seededWith: null,
    externalId: null,
    publicMetadata: {},
    privateMetadata: {},
    unsafeMetadata: {},
    ...wanted,
    id: wanted.id ?? newId('user'),
    primaryEmailId: wanted.emails[0]?.id ?? null,
    primaryPhoneId: wanted.phones[0]?.id ?? null,
    passwordUpdatedAt: wanted.passwordHash === null ? null : now,
    imageId: null,
    lastOrganizationId: null,
    lastSignInAt: null,
    lastActiveAt: null,
    createdAt: now,
    updatedAt: now,
  }
  world.state.users[user.id] = user
  announce(world, 'user.created', userForServers(world, user))
  return user
}

/** Call after the change. */
export function markUserUpdated(world: World, user: UserRecord): void {
  if (!user.emails.some((email) => email.id === user.primaryEmailId))
    user.primaryEmailId = firstVerified(user.emails)
  if (!user.phones.some((phone) => phone.id === user.primaryPhoneId))
    user.primaryPhoneId = firstVerified(user.phones)
  user.updatedAt = world.now()
  announce(world, 'user.updated', userForServers(world, user))
}

export function setPassword(world: World, user: UserRecord, password: string): void {
  user.passwordHash = hashPassword(password)
  user.passwordUpdatedAt = world.now()
}

export function removeUser(world: World, user: UserRecord): void {
  for (const membership of membershipsOfUser(world.state, user.id)) removeMember(world, membership)
  endSessionsOfUser(world, user.id, 'removed')
  delete world.state.users[user.id]
  dropPicture(world, user)
  const external = user.externalId === null ? {} : { external_id: user.externalId }
  announce(world, 'user.deleted', { object: 'user', id: user.id, deleted: true, ...external })
}

function firstVerified(list: Identification[]): string | null {
  return (list.find((identification) => identification.verified) ?? list[0])?.id ?? null
}
