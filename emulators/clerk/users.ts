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

/** Adds a user; the first address and the first number are the primary ones. */
export function createUser(world: World, wanted: NewUser): UserRecord {
  const now = world.now()
  const made: UserRecord = {
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
  world.state.users[made.id] = made
  announce(world, 'user.created', userForServers(world, made))
  return made
}

/** Says that something of a user has changed; call it after the change. */
export function userChanged(world: World, user: UserRecord): void {
  if (!user.emails.some((one) => one.id === user.primaryEmailId))
    user.primaryEmailId = firstProved(user.emails)
  if (!user.phones.some((one) => one.id === user.primaryPhoneId))
    user.primaryPhoneId = firstProved(user.phones)
  user.updatedAt = world.now()
  announce(world, 'user.updated', userForServers(world, user))
}

export function setPassword(world: World, user: UserRecord, password: string): void {
  user.passwordHash = hashPassword(password)
  user.passwordUpdatedAt = world.now()
}

/** Deletes a user with memberships, sessions and picture. */
export function removeUser(world: World, user: UserRecord): void {
  for (const membership of membershipsOfUser(world.state, user.id)) removeMember(world, membership)
  endSessionsOfUser(world, user.id, 'removed')
  delete world.state.users[user.id]
  dropPicture(world, user)
  const external = user.externalId === null ? {} : { external_id: user.externalId }
  announce(world, 'user.deleted', { object: 'user', id: user.id, deleted: true, ...external })
}

function firstProved(list: Identification[]): string | null {
  return (list.find((one) => one.verified) ?? list[0])?.id ?? null
}
