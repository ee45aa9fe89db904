import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { errorBody, StripeError } from './errors.ts'
import { decodeForm } from './form.ts'
import { parse } from './params.ts'
import { render } from './render.ts'
import { API_VERSION, DAY, newId, now, type World } from './world.ts'

export interface Call<T> {
  world: World
  params: T
  /** Of the address; empty where it has none. */
  id: string
  second: string
  /** A browser with the publishable key. */
  isPublic: boolean
}

interface Options {
  /** Also for the publishable key. */
  open?: boolean
}

export type Router = <S extends z.ZodType>(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  schema: S,
  handle: (call: Call<Omit<z.output<S>, 'expand'>>) => object,
  options?: Options,
) => void

export function openRouter(app: FastifyInstance, world: World): Router {
  return (method, url, schema, handle, options = {}) => {
    app.route({
      method,
      url,
      handler: (request, reply) => {
        const isPublic = authenticate(world, request, options)
        checkVersion(request)
        const input = parse(schema, inputOf(request))
        const params = withoutExpand(input)
        const { id = '', second = '' } = request.params as { id?: string; second?: string }
        const answer = (): object => {
          const result = handle({ world, params, id, second, isPublic })
          return render(world, result, expandOf(input)) as object
        }
        return method === 'GET' ? answer() : write(world, request, reply, answer)
      },
    })
  }
}

function write(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  run: () => object,
): FastifyReply {
  const key = request.headers['idempotency-key']
  const known = typeof key === 'string' && request.method === 'POST' ? key : null
  const fingerprint = createHash('sha256')
    .update(`${request.url}\n${JSON.stringify(request.body ?? {})}`)
    .digest('hex')
  const first = known === null ? undefined : world.state.answers[known]
  if (first && first.at > now(world) - DAY) {
    if (first.request !== fingerprint) throw reusedKey(String(key))
    reply.header('idempotent-replayed', 'true')
    return reply.status(first.status).type('application/json').send(first.body)
  }
  world.request = { id: String(reply.getHeader('request-id')), idempotency_key: known }
  const { status, body } = outcomeOf(world, run)
  forgetAnswers(world)
  if (known !== null)
    world.state.answers[known] = { at: now(world), request: fingerprint, status, body }
  world.save()
  return reply.status(status).type('application/json').send(body)
}

function forgetAnswers(world: World): void {
  for (const [key, { at }] of Object.entries(world.state.answers)) {
    if (at > now(world) - DAY) return
    delete world.state.answers[key]
  }
}

function outcomeOf(world: World, run: () => object): { status: number; body: string } {
  try {
    return { status: 200, body: JSON.stringify(run()) }
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return { status: error.status, body: JSON.stringify(errorBody(error)) }
  } finally {
    world.request = null
  }
}

function reusedKey(key: string): StripeError {
  return new StripeError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  )
}

function authenticate({ keys }: World, request: FastifyRequest, { open }: Options): boolean {
  const [, key = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
  if (key === keys.secretKey) return false
  if (key === keys.publishableKey) {
    if (open) return true
    throw new StripeError(403, 'This API call cannot be made with a publishable API key.', {
      code: 'secret_key_required',
    })
  }
  const message = key.includes('_live_')
    ? 'The emulator of Stripe accepts no live keys.'
    : key === ''
      ? 'You did not provide an API key.'
      : `Invalid API Key provided: ${key.slice(0, 8)}***`
  throw new StripeError(401, message)
}

function checkVersion({ headers }: FastifyRequest): void {
  const version = headers['stripe-version']
  if (version !== undefined && version !== API_VERSION)
    throw new StripeError(
      400,
      `The emulator of Stripe speaks only ${API_VERSION}, not ${String(version)}.`,
    )
}

function inputOf({ method, body, url }: FastifyRequest): unknown {
  return method === 'POST' ? (body ?? {}) : decodeForm(new URL(url, 'http://x').search.slice(1))
}

function withoutExpand<T>(input: T): Omit<T, 'expand'> {
  const params = { ...input }
  Reflect.deleteProperty(Object(params), 'expand')
  return params
}

function expandOf(params: unknown): readonly string[] {
  const expand: unknown = Reflect.get(Object(params), 'expand')
  return Array.isArray(expand) ? expand.map(String) : []
}

/** Forms, request ids and Stripe's error bodies. */
export function speakStripe(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, decodeForm(body.toString())),
  )
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'request-id': newId('req'),
      'stripe-version': API_VERSION,
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    })
  })
  app.options('/v1/*', (_request, reply) =>
    reply
      .header('access-control-allow-headers', 'authorization, content-type, stripe-version')
      .header('access-control-allow-methods', 'GET, POST')
      .status(204)
      .send(),
  )
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof StripeError)) throw error
    return reply.status(error.status).send(errorBody(error))
  })
  app.setNotFoundHandler(({ method, url }, reply) => {
    const message = `Unrecognized request URL (${method}: ${url.split('?')[0]}). The emulator of Stripe does not know it.`
    return reply.status(404).send(errorBody(new StripeError(404, message)))
  })
}
