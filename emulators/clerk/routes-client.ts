import type { FastifyInstance } from 'fastify'
import { bareHandler, envelopeHandler } from './call.ts'
import { clientShape, sessionShape } from './client-shapes.ts'
import { environment } from './environment.ts'
import { clerkError, notFound, unauthenticated } from './errors.ts'
import { endSessions } from './sessions.ts'
import type { ClientRecord, SessionRecord } from './state.ts'
import { sessionToken } from './tokens.ts'
import { liveSessions, membershipOf, type World } from './world.ts'

export function clientRoutes(app: FastifyInstance, world: World): void {
  app.get('/.well-known/jwks.json', () => world.keys.jwks)
  app.get(
    '/v1/environment',
    bareHandler(world, () => environment(world)),
  )
  app.patch(
    '/v1/environment',
    bareHandler(world, () => environment(world)),
  )

  app.get(
    '/v1/client',
    envelopeHandler(world, (call) => {
      // The session ended elsewhere: corrects the browser's cookie.
      if (call.client && liveSessions(world, call.client).length === 0) call.markSignedIn(0)
      return call.client && clientShape(world, call.client, call.authorizedParty)
    }),
  )

  app.delete(
    '/v1/client/sessions',
    envelopeHandler(world, (call) => {
      if (!call.client) throw unauthenticated()
      endSessions(call, call.client, 'removed')
      return clientShape(world, call.client, call.authorizedParty)
    }),
  )

  app.post(
    '/v1/client/sessions/:id/touch',
    envelopeHandler(world, (call) => {
      const { client, session } = ownSession(world, call.client, call.param('id'))
      const organizationId = call.form.get('active_organization_id')
      if (organizationId !== null) enterOrganization(world, session, organizationId || null)
      active(world, session)
      client.lastActiveSessionId = session.id
      return sessionShape(world, session, call.authorizedParty)
    }),
  )

  app.post(
    '/v1/client/sessions/:id/tokens',
    bareHandler(world, (call) => {
      const { session } = ownSession(world, call.client, call.param('id'))
      const organizationId = call.form.get('organization_id') || session.organizationId
      if (organizationId !== null && !membershipOf(world.state, session.userId, organizationId))
        throw notAMember()
      active(world, session)
      return {
        object: 'token',
        jwt: sessionToken(world, { ...session, organizationId }, call.authorizedParty),
      }
    }),
  )

  for (const act of ['ended', 'removed'] as const) {
    app.post(
      `/v1/client/sessions/:id/${act === 'ended' ? 'end' : 'remove'}`,
      envelopeHandler(world, (call) => {
        const { client, session } = ownSession(world, call.client, call.param('id'))
        endSessions(call, client, act, session.id)
        return sessionShape(world, session, call.authorizedParty)
      }),
    )
  }
}

/** Remembers the organisation for the next sign-in. */
export function enterOrganization(
  world: World,
  session: SessionRecord,
  organizationId: string | null,
): void {
  if (organizationId !== null && !membershipOf(world.state, session.userId, organizationId))
    throw notAMember()
  session.organizationId = organizationId
  const user = world.state.users[session.userId]
  if (user) user.lastOrganizationId = organizationId
}

function active(world: World, session: SessionRecord): void {
  session.lastActiveAt = world.now()
  const user = world.state.users[session.userId]
  if (user) user.lastActiveAt = session.lastActiveAt
}

function ownSession(
  world: World,
  client: ClientRecord | null,
  id: string,
): { client: ClientRecord; session: SessionRecord } {
  if (!client) throw unauthenticated()
  const session = liveSessions(world, client).find((candidate) => candidate.id === id)
  if (session) return { client, session }
  const over = client.sessions.some((candidate) => candidate.id === id)
  throw over || liveSessions(world, client).length === 0 ? unauthenticated() : notFound()
}

function notAMember(): Error {
  return clerkError(
    404,
    'organization_not_found_or_unauthorized',
    'Given organization not found or you are not a member of it.',
  )
}
