import fastify, { type FastifyInstance } from 'fastify'
import { clientOf } from './call.ts'
import { ClerkError, errorBody } from './errors.ts'
import { refuseRealThings } from './guard.ts'
import { inspectorRoutes } from './inspector.ts'
import { openKeys } from './keys.ts'
import { addressRoutes } from './routes-addresses.ts'
import { avatarRoutes } from './routes-avatars.ts'
import { backendRoutes } from './routes-backend.ts'
import { clientRoutes } from './routes-client.ts'
import { memberRoutes } from './routes-members.ts'
import { meRoutes } from './routes-me.ts'
import { organizationRoutes } from './routes-organizations.ts'
import { signInRoutes } from './routes-sign-in.ts'
import { signUpRoutes } from './routes-sign-up.ts'
import { plant, type ClerkSeed } from './seed.ts'
import { openState } from './state.ts'
import type { World } from './world.ts'

export interface ClerkEmulatorOptions {
  /** Where users, sessions and keys are kept between two starts. */
  dataFolder: string
  /** 0 or absent: any free one. Only this machine can reach it. */
  port?: number
  /** The product's own origin as browsers see it; it proxies `/__clerk/*` to the emulator. */
  origin: () => string
  seed: ClerkSeed
  env?: Record<string, string | undefined>
  now?: () => number
}

export interface ClerkEmulator {
  url: string
  publishableKey: string
  secretKey: string
  /** The base address for a client of the Backend API. */
  apiUrl: string
  jwksUrl: string
  issuer: string
  close: () => Promise<void>
}

/** Stands in for Clerk on this machine: its Frontend API, its keys and a slice of its Backend API. Refuses beside real keys and in production. */
export async function startClerkEmulator(options: ClerkEmulatorOptions): Promise<ClerkEmulator> {
  refuseRealThings(options.env ?? process.env)
  const keys = openKeys(options.dataFolder)
  const world: World = {
    ...openState(options.dataFolder),
    keys,
    origin: options.origin,
    now: options.now ?? Date.now,
  }
  plant(world, options.seed)
  const app = await buildApp(world)
  const url = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' })
  return {
    url,
    publishableKey: keys.publishableKey,
    secretKey: keys.secretKey,
    apiUrl: `${url}/bapi`,
    jwksUrl: `${url}/.well-known/jwks.json`,
    issuer: keys.issuer,
    close: () => app.close(),
  }
}

async function buildApp(world: World): Promise<FastifyInstance> {
  const app = fastify({
    rewriteUrl: overrideMethod,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, new URLSearchParams(body.toString()))
    },
  )
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ClerkError)) throw error
    return reply
      .status(error.status)
      .send({ ...errorBody(error), meta: { client: clientOf(world, request) } })
  })
  app.setNotFoundHandler((_request, reply) =>
    reply
      .status(404)
      .send(
        errorBody(
          new ClerkError(404, 'resource_not_found', 'The emulator does not know this call.'),
        ),
      ),
  )
  app.addHook('onSend', async (_request, reply) => {
    // The official Backend client takes any other spelling, charset included, for plain text.
    if (String(reply.getHeader('content-type')).startsWith('application/json')) {
      reply.header('content-type', 'application/json')
    }
    // The phone field of Clerk's screens opens on this country's prefix.
    reply.header('x-country', 'AU')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  const rooms = [
    clientRoutes,
    signInRoutes,
    signUpRoutes,
    meRoutes,
    addressRoutes,
    organizationRoutes,
    memberRoutes,
  ]
  for (const routes of [...rooms, avatarRoutes, inspectorRoutes]) routes(app, world)
  await app.register(async (scope) => backendRoutes(scope, world), { prefix: '/bapi' })
  return app
}

// clerk-js only ever sends GET and POST, with the real method in the query, to spare a preflight.
function overrideMethod(request: {
  url?: string | undefined
  method?: string | undefined
}): string {
  const url = request.url ?? '/'
  const method = /[?&]_method=(PATCH|PUT|DELETE)\b/i.exec(url)?.[1]
  if (request.method === 'POST' && method) request.method = method.toUpperCase()
  return url
}
