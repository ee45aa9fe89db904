import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { openFaults, type Fault, type Faults } from '../faults.ts'
import { writeJson } from '../json-file.ts'
import { clientOf } from './call.ts'
import { openDeliveries, type Deliveries } from './deliveries.ts'
import { ClerkError, clerkError, errorBody } from './errors.ts'
import { refuseRealThings } from './guard.ts'
import { inspectorRoutes } from './inspector.ts'
import { knownKeys, openKeys } from './keys.ts'
import { ADDRESS_FILE } from './remote.ts'
import { addressRoutes } from './routes-addresses.ts'
import { avatarRoutes } from './routes-avatars.ts'
import { backendRoutes } from './routes-backend.ts'
import { clientRoutes } from './routes-client.ts'
import { memberRoutes } from './routes-members.ts'
import { meRoutes } from './routes-me.ts'
import { organizationRoutes } from './routes-organizations.ts'
import { pictureRoutes } from './routes-pictures.ts'
import { signInRoutes } from './routes-sign-in.ts'
import { signUpRoutes } from './routes-sign-up.ts'
import { ticketRoutes } from './routes-tickets.ts'
import { applySeed, type ClerkSeed } from './seed.ts'
import { forgetStrays } from './sessions.ts'
import { openState, type DeliveryRecord } from './state.ts'
import { takeForms } from './uploads.ts'
import type { World } from './world.ts'

const UNAVAILABLE = clerkError(503, 'service_unavailable', 'Clerk is not available right now.')

export interface ClerkEmulatorOptions {
  dataFolder: string
  /** 0 or absent: any free port. Listens on this machine only. */
  port?: number
  /** The product's origin in browsers; it proxies `/__clerk/*` to the emulator. */
  origin: () => string
  seed: ClerkSeed
  env?: Record<string, string | undefined>
  now?: () => number
  /** Where the product receives events; absent: no events. */
  webhook?: { url: () => string; retryAfterMs?: readonly number[] }
  /** The version of Clerk's claims in session tokens; 'v2' by default, as for new instances. */
  tokens?: 'v1' | 'v2'
  faults?: readonly Fault[]
}

export interface ClerkEmulator {
  url: string
  publishableKey: string
  secretKey: string
  apiUrl: string
  jwksUrl: string
  issuer: string
  webhookSecret: string
  faults: Faults
  deliveries: () => Pick<DeliveryRecord, 'type' | 'status' | 'attempts' | 'answer'>[]
  close: () => Promise<void>
}

/** Frontend API, Backend API, keys and webhooks. Refuses to run beside real keys and in production. */
export async function startClerkEmulator(options: ClerkEmulatorOptions): Promise<ClerkEmulator> {
  const { dataFolder, origin, webhook, now = Date.now } = options
  refuseRealThings(options.env ?? process.env, knownKeys(dataFolder))
  const keys = openKeys(dataFolder)
  const { state, save } = openState(dataFolder)
  const deliveries = webhook
    ? openDeliveries({ ...webhook, state, save, now, secret: keys.webhookSecret })
    : null
  const world: World = {
    state,
    keys,
    pictures: join(dataFolder, 'pictures'),
    origin,
    now,
    announces: webhook !== undefined,
    tokens: options.tokens ?? 'v2',
    save: () => {
      save()
      deliveries?.wake()
    },
  }
  forgetStrays(world)
  applySeed(world, options.seed)
  const { faults, attach } = openFaults(errorBody(UNAVAILABLE))
  for (const fault of options.faults ?? []) faults.begin(fault)
  const app = await buildApp(world, faults, attach)
  const url = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' })
  const { publishableKey, secretKey, issuer, webhookSecret } = keys
  const address = join(dataFolder, ADDRESS_FILE)
  writeJson(address, { url, secretKey })
  return {
    url,
    publishableKey,
    secretKey,
    apiUrl: `${url}/bapi`,
    jwksUrl: `${url}/.well-known/jwks.json`,
    issuer,
    webhookSecret,
    faults,
    deliveries: () =>
      world.state.deliveries.map(({ type, status, attempts, answer }) => ({
        type,
        status,
        attempts,
        answer,
      })),
    close: () => close(app, deliveries, address),
  }
}

async function close(
  app: FastifyInstance,
  deliveries: Deliveries | null,
  address: string,
): Promise<void> {
  rmSync(address, { force: true })
  await app.close()
  await deliveries?.close()
}

async function buildApp(
  world: World,
  faults: Faults,
  attach: (app: FastifyInstance) => void,
): Promise<FastifyInstance> {
  const app = fastify({
    rewriteUrl: overrideMethod,
    forceCloseConnections: true,
    // Some of clerk-js's paths end with a slash.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  })
  takeForms(app)
  attach(app)
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ClerkError)) throw error
    const server = request.url.startsWith('/bapi')
    return reply
      .status(error.status)
      .send({ ...errorBody(error), meta: server ? {} : { client: clientOf(world, request) } })
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
    // The official Backend client reads any other spelling, charset included, as plain text.
    if (String(reply.getHeader('content-type')).startsWith('application/json')) {
      reply.header('content-type', 'application/json')
    }
    // The phone field of Clerk's screens starts with this country's prefix.
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
    pictureRoutes,
    ticketRoutes,
    avatarRoutes,
  ]
  for (const routes of rooms) routes(app, world)
  inspectorRoutes(app, world, faults)
  await app.register(async (scope) => backendRoutes(scope, world), { prefix: '/bapi' })
  return app
}

// clerk-js sends only GET and POST, with the real method in the query, to avoid a preflight.
function overrideMethod(request: {
  url?: string | undefined
  method?: string | undefined
}): string {
  const url = request.url ?? '/'
  const method = /[?&]_method=(PATCH|PUT|DELETE)\b/i.exec(url)?.[1]
  if (request.method === 'POST' && method) request.method = method.toUpperCase()
  return url
}
