import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { openFaults, parseFault, type Faults } from '../faults.ts'
import { describeRefusal } from '../reach.ts'
import { decode } from './decode.ts'
import { inspectorPage } from './inspector.ts'
import { chatScript, toursScript } from './stand-ins.ts'

export type ServiceName = 'posthog' | 'sentry' | 'tours' | 'chat'

/** A request as it came in; `text` holds address, headers and decoded body. */
export type Seen = {
  at: number
  service: ServiceName
  method: string
  path: string
  text: string
}

export type EarlyAccess = { flagKey: string; name: string; description: string; stage: string }

export type ObserveEmulator = {
  url: string
  /** For SENTRY_DSN. */
  dsn: string
  seen: readonly Seen[]
  faults: Faults
  earlyAccess: EarlyAccess[]
  close(): Promise<void>
}

/** What reaches PostHog, Sentry, Product Fruits and HubSpot's chat, on this machine. */
export const startObserve = async ({
  env = process.env,
  port = 0,
  now = Date.now,
}: {
  env?: Record<string, string | undefined>
  port?: number
  now?: () => number
} = {}): Promise<ObserveEmulator> => {
  const refusal = describeRefusal('observe', env, [], [])
  if (refusal !== undefined) throw new Error(refusal)
  const seen: Seen[] = []
  const earlyAccess: EarlyAccess[] = []
  const { faults, attach } = openFaults({ message: 'This service is unavailable.' })
  const app = fastify({ bodyLimit: 20_000_000, forceCloseConnections: true })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.removeContentTypeParser(['application/json', 'text/plain'])
  allowOtherOrigins(app)
  attach(app)

  const record = (service: ServiceName) => async (request: FastifyRequest) => {
    const { method, url: path, headers } = request
    const body = Buffer.isBuffer(request.body) ? decode(request.body) : ''
    const text = [decodeURIComponent(path), JSON.stringify(headers), body].join('\n')
    seen.push({ at: now(), service, method, path: path.split('?')[0] ?? '', text })
  }
  const take = (service: ServiceName) => ({ preHandler: record(service) })

  app.get('/array/:key/config', take('posthog'), () => ({}))
  app.post('/flags/', take('posthog'), () => ({
    flags: {},
    featureFlags: {},
    featureFlagPayloads: {},
    errorsWhileComputingFlags: false,
  }))
  app.get('/api/early_access_features/', take('posthog'), () => ({
    earlyAccessFeatures: earlyAccess,
  }))
  for (const path of ['/e/', '/i/v0/e/', '/s/'])
    app.post(path, take('posthog'), () => ({ status: 1 }))
  app.post('/api/:project/envelope/', take('sentry'), () => ({ id: '1'.repeat(32) }))
  app.get('/static/script.js', take('tours'), (_, reply) =>
    reply.type('text/javascript').send(toursScript(url)),
  )
  app.post('/static/queue', take('tours'), () => ({}))
  app.post(
    '/visitor-identification/2026-03/tokens/create',
    take('chat'),
    async (request, reply) => {
      if (!/^Bearer \S+$/.test(request.headers.authorization ?? ''))
        return reply.code(401).send({ message: 'Authentication credentials not found' })
      const visitor = Visitor.safeParse(JSON.parse(String(request.body)))
      if (!visitor.success) return reply.code(400).send({ message: 'Invalid input JSON' })
      return { token: `visitor-${Buffer.from(visitor.data.email).toString('base64url')}` }
    },
  )
  app.get('/:portal.js', take('chat'), (_, reply) =>
    reply.type('text/javascript').send(chatScript(url)),
  )
  app.post('/widget', take('chat'), () => ({}))

  app.get('/', (_, reply) => reply.type('text/html').send(inspectorPage(seen)))
  app.get('/_/seen', (request) => {
    const { since } = Since.parse(request.query)
    return seen.slice(since)
  })
  app.post('/_/fault', (request) => {
    const end = faults.begin(parseFault(JSON.parse(String(request.body))))
    app.server.once('close', end)
    return {}
  })
  app.post('/_/clear', () => {
    faults.clear()
    return {}
  })
  await app.listen({ port, host: '127.0.0.1' })
  const address = app.server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url,
    dsn: `${url.replace('//', '//public@')}/1`,
    seen,
    faults,
    earlyAccess,
    close: () => app.close(),
  }
}

const Visitor = z.object({
  email: z.string(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
})
const Since = z.object({ since: z.coerce.number().default(0) })

const allowOtherOrigins = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (_, reply) => {
    void reply.headers({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
  app.options('*', (_, reply) => reply.code(204).send())
}
