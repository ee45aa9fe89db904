import type { FastifyInstance } from 'fastify'
import { backendHandler, type BackendCall } from './backend-call.ts'
import { sessionForServers } from './backend-shapes.ts'
import { pageOf } from './call.ts'
import { clerkError, notFound, unauthenticated } from './errors.ts'
import { findSession, revokeSession, sessionsOf } from './sessions.ts'
import { sessionToken } from './tokens.ts'
import { isLive, type World } from './world.ts'

/** Ended sessions stay readable for a while. */
export function backendSessionRoutes(app: FastifyInstance, world: World): void {
  app.get(
    '/v1/sessions',
    backendHandler(world, ({ query }) => {
      const [userId, clientId] = [query.get('user_id'), query.get('client_id')]
      const status = query.get('status')
      if (!userId && !clientId)
        throw clerkError(422, 'form_param_missing', 'user_id or client_id is needed.', 'user_id')
      const found = sessionsOf(world, (session) => !userId || session.userId === userId)
        .filter(({ client }) => !clientId || client.id === clientId)
        .filter(({ session }) => !status || statusIn(world, session) === status)
      const data = pageOf(query, found).map(({ client, session }) =>
        sessionForServers(world, client, session),
      )
      return query.has('paginated') ? { data, total_count: found.length } : data
    }),
  )
  app.get(
    '/v1/sessions/:id',
    backendHandler(world, (call) => {
      const { client, session } = sessionOf(call)
      return sessionForServers(world, client, session)
    }),
  )
  app.post(
    '/v1/sessions/:id/revoke',
    backendHandler(world, (call) => {
      const { client, session } = sessionOf(call)
      revokeSession(world, client, session)
      return sessionForServers(world, client, session)
    }),
  )
  app.post(
    '/v1/sessions/:id/tokens',
    backendHandler(world, (call) => {
      const { session } = sessionOf(call)
      if (!isLive(world, session)) throw unauthenticated()
      return { object: 'token', jwt: sessionToken(world, session, world.origin()) }
    }),
  )
}

function sessionOf({ world, param }: BackendCall) {
  const found = findSession(world, param('id'))
  if (!found) throw notFound()
  return found
}

function statusIn(world: World, session: Parameters<typeof isLive>[1]): string {
  return session.status === 'active' && !isLive(world, session) ? 'expired' : session.status
}
