import type { Call } from './call.ts'
import { clerkError } from './errors.ts'
import type { ClientRecord, SessionRecord, UserRecord } from './state.ts'
import { liveSessions, membershipOf, newId, type World } from './world.ts'

const SESSION_LIFE_MS = 7 * 86_400_000

/** Signs the person in on this browser, in the organisation they used last if they are still in it. */
export function startSession(call: Call, user: UserRecord): SessionRecord {
  const { world } = call
  const client = call.startClient()
  const now = world.now()
  const last = user.lastOrganizationId
  const session: SessionRecord = {
    id: newId('sess'),
    userId: user.id,
    organizationId: last && membershipOf(world.state, user.id, last) ? last : null,
    userAgent: call.userAgent,
    createdAt: now,
    lastActiveAt: now,
    expireAt: now + SESSION_LIFE_MS,
  }
  client.sessions = [...liveSessions(world, client), session]
  client.lastActiveSessionId = session.id
  client.updatedAt = now
  user.lastSignInAt = now
  call.markSignedIn(Math.floor(now / 1000))
  return session
}

/** Ends the sessions of one browser, or one of them. */
export function endSessions(call: Call, client: ClientRecord, onlyId?: string): void {
  client.sessions = onlyId ? client.sessions.filter((one) => one.id !== onlyId) : []
  client.lastActiveSessionId = liveSessions(call.world, client).at(-1)?.id ?? null
  client.updatedAt = call.world.now()
  client.signIn = null
  client.signUp = null
  if (client.lastActiveSessionId === null) call.markSignedIn(0)
}

/** Ends every session of a user on every browser, except those named. */
export function endSessionsOfUser(world: World, userId: string, exceptId?: string): void {
  for (const client of Object.values(world.state.clients)) {
    client.sessions = client.sessions.filter((one) => one.userId !== userId || one.id === exceptId)
  }
}

/** The instance allows one session per browser. */
export function refuseSecondSession(call: Call): void {
  if (call.client && liveSessions(call.world, call.client).length > 0) {
    throw clerkError(
      400,
      'session_exists',
      "You're currently in single session mode. You can only be signed into one account at a time.",
    )
  }
}
