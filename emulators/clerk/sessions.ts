import { sessionForServers } from './backend-shapes.ts'
import type { Call } from './call.ts'
import { clerkError } from './errors.ts'
import { announce } from './events.ts'
import type { ClientRecord, SessionRecord, UserRecord } from './state.ts'
import { isLive, liveSessions, membershipOf, newId, type World } from './world.ts'
import { dayMs } from '../../contract/core/days.ts'

const SESSION_LIFE_MS = 7 * dayMs
const STRAY_AFTER_MS = 30 * dayMs

/** Ended sessions that a browser still remembers. */
const MAX_ENDED = 10

type Ending = Exclude<SessionRecord['status'], 'active'>

/** In their last organisation if they are still a member. */
export function startSession(call: Call, user: UserRecord): SessionRecord {
  const { world } = call
  const client = call.startClient()
  const now = world.now()
  const last = user.lastOrganizationId
  const session: SessionRecord = {
    id: newId('sess'),
    userId: user.id,
    organizationId: last && membershipOf(world.state, user.id, last) ? last : null,
    status: 'active',
    userAgent: call.userAgent,
    ip: call.ip,
    createdAt: now,
    lastActiveAt: now,
    expireAt: now + SESSION_LIFE_MS,
  }
  const ended = client.sessions.filter((candidate) => !isLive(world, candidate)).slice(-MAX_ENDED)
  client.sessions = [...ended, ...liveSessions(world, client), session]
  client.lastActiveSessionId = session.id
  client.updatedAt = now
  user.lastSignInAt = now
  user.lastActiveAt = now
  call.markSignedIn(Math.floor(now / 1000))
  announce(world, 'session.created', sessionForServers(world, client, session))
  return session
}

export function endSessions(
  call: Call,
  client: ClientRecord,
  ending: Ending,
  onlyId?: string,
): void {
  const { world } = call
  for (const session of liveSessions(world, client))
    if (onlyId === undefined || session.id === onlyId) end(world, client, session, ending)
  client.signIn = null
  client.signUp = null
  if (client.lastActiveSessionId === null) call.markSignedIn(0)
}

export function endSessionsOfUser(
  world: World,
  userId: string,
  ending: Ending,
  exceptId?: string,
): void {
  for (const { client, session } of sessionsOf(world, (candidate) => candidate.userId === userId))
    if (session.id !== exceptId && isLive(world, session)) end(world, client, session, ending)
}

export function findSession(
  world: World,
  id: string,
): { client: ClientRecord; session: SessionRecord } | undefined {
  return sessionsOf(world, (session) => session.id === id)[0]
}

/** The browser notices at its next token request. */
export function revokeSession(world: World, client: ClientRecord, session: SessionRecord): void {
  if (isLive(world, session)) end(world, client, session, 'revoked')
}

export function sessionsOf(
  { state }: World,
  wanted: (session: SessionRecord) => boolean,
): { client: ClientRecord; session: SessionRecord }[] {
  return Object.values(state.clients)
    .flatMap((client) => client.sessions.filter(wanted).map((session) => ({ client, session })))
    .toSorted((a, b) => b.session.createdAt - a.session.createdAt)
}

/** Browsers unused for thirty days and expired codes: a long-running demo stays small. */
export function forgetStrays(world: World): void {
  const { clients, codes } = world.state
  for (const client of Object.values(clients)) {
    const unused = client.updatedAt < world.now() - STRAY_AFTER_MS
    if (unused && liveSessions(world, client).length === 0) delete clients[client.id]
  }
  for (const [id, code] of Object.entries(codes)) if (code.expireAt < world.now()) delete codes[id]
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

function end(world: World, client: ClientRecord, session: SessionRecord, status: Ending): void {
  session.status = status
  client.updatedAt = world.now()
  client.lastActiveSessionId = liveSessions(world, client).at(-1)?.id ?? null
  announce(world, `session.${status}`, sessionForServers(world, client, session))
}
