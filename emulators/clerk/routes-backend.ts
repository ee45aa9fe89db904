import type { FastifyInstance } from 'fastify'
import { unauthenticated } from './errors.ts'
import { backendMemberRoutes } from './routes-backend-members.ts'
import { backendOrganizationRoutes } from './routes-backend-organizations.ts'
import { backendSessionRoutes } from './routes-backend-sessions.ts'
import { backendUserRoutes } from './routes-backend-users.ts'
import type { World } from './world.ts'

export function backendRoutes(app: FastifyInstance, world: World): void {
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization !== `Bearer ${world.keys.secretKey}`) throw unauthenticated()
  })
  // The official client claims JSON even without a body.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    done(null, parseBody(body.toString()))
  })
  app.get('/v1/jwks', () => world.keys.jwks)
  backendUserRoutes(app, world)
  backendOrganizationRoutes(app, world)
  backendMemberRoutes(app, world)
  backendSessionRoutes(app, world)
}

function parseBody(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text)
}
