import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { consentRoutes, type Consent } from './consent.ts'
import type { FaultDesk } from './faults.ts'
import type { StoredGrant } from './state.ts'
import type { CrmFault } from './types.ts'
import {
  CrmRefused,
  type CrmAnswer,
  type CrmDefinition,
  type CrmUser,
  type CrmWorld,
} from './world.ts'

export type CrmCall = {
  method: string
  path: string
  param: (name: string) => string
  query: URLSearchParams
  /** Parsed JSON; undefined for any other body. */
  body: unknown
  /** Of a form body; empty for any other. */
  form: URLSearchParams
  /** Neither JSON nor form. */
  text: string
  /** By lower-case name. */
  header: (name: string) => string | undefined
  /** The fault that the handler itself must serve. */
  fault: CrmFault | undefined
  /** Added to the answer, also to a refusal. */
  answerHeaders: Record<string, string>
}

/** With a good access token. */
export type ApiCall = CrmCall & { grant: StoredGrant; user: CrmUser; accessToken: string }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Handled = CrmAnswer | Promise<CrmAnswer>

export type CrmApp = {
  /** Needs a bearer token. Paths are fastify's: `/things/:id`, `/all/*`. */
  api: (method: Method, path: string, handle: (call: ApiCall) => Handled) => void
  /** Needs none. */
  open: (method: Method, path: string, handle: (call: CrmCall) => Handled) => void
  /** The page on which an admin allows or denies. `read` throws CrmRefused. */
  authorize: (path: string, read: (query: URLSearchParams) => Consent) => void
  /** Paths of tokens: only faults that name them affect them. */
  tokens: (method: Method, path: string, handle: (call: CrmCall) => Handled) => void
}

/** Serves what a CRM's emulator registers, and answers 501 to all else. */
export const buildApp = (
  definition: CrmDefinition,
  world: CrmWorld,
  desk: FaultDesk,
  tokenPaths: Set<string>,
): FastifyInstance => {
  const app = fastify({
    forceCloseConnections: true,
    bodyLimit: 16 << 20,
    routerOptions: { maxParamLength: 2_000 },
  })
  readBodies(app)
  app.addHook('onRequest', async (request) => {
    if (isInspector(request.url)) return
    world.calls.arrive(request.method, request.url)
  })
  desk.attach(app, send)
  app.addHook('onResponse', async (request, reply) => {
    if (isInspector(request.url)) return
    const { method, url } = request
    world.calls.answer({ at: world.now(), method, path: url, status: reply.statusCode })
  })
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof CrmRefused) return send(reply, error.answer)
    const status = Object(error).statusCode
    if (typeof status === 'number' && status < 500)
      return send(reply, definition.refusals.unavailable(status))
    console.error(error)
    return send(reply, definition.refusals.unavailable(500))
  })
  app.setNotFoundHandler((request, reply) =>
    send(reply, definition.refusals.notEmulated(`${request.method} ${request.url}`)),
  )
  const open: CrmApp['open'] = (method, url, handle) => {
    app.route({
      method,
      url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const call = readCall(request, desk)
        try {
          send(reply, await handle(call), call.answerHeaders)
        } catch (error) {
          if (!(error instanceof CrmRefused)) throw error
          send(reply, error.answer, call.answerHeaders)
        } finally {
          if (method !== 'GET') world.save()
        }
        return reply
      },
    })
  }
  definition.routes(
    {
      open,
      api: (method, path, handle) =>
        open(method, path, (call) => handle(authenticate(definition, world, call))),
      authorize: (path, read) => consentRoutes(app, world, path, read),
      tokens: (method, path, handle) => {
        tokenPaths.add(path)
        open(method, path, handle)
      },
    },
    world,
  )
  return app
}

const isInspector = (url: string): boolean => url === '/' || url.startsWith('/_')

const send = (
  reply: FastifyReply,
  { status, body, headers = {} }: CrmAnswer,
  more: Record<string, string> = {},
): void => {
  const isJson = typeof body === 'object'
  reply
    .code(status)
    .headers({ ...(isJson && { 'content-type': 'application/json' }), ...more, ...headers })
    .send(isJson ? JSON.stringify(body) : (body ?? ''))
}

const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}

const readCall = (request: FastifyRequest, desk: FaultDesk): CrmCall => {
  const url = new URL(request.url, 'http://emulator.example')
  const type = request.headers['content-type'] ?? ''
  const text = typeof request.body === 'string' ? request.body : ''
  return {
    method: request.method,
    path: url.pathname,
    param: (name) => String(Object(request.params)[name] ?? ''),
    query: url.searchParams,
    body: type.includes('json') ? parse(text) : undefined,
    form: new URLSearchParams(type.includes('x-www-form-urlencoded') ? text : ''),
    text,
    header: (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    fault: desk.of(request),
    answerHeaders: {},
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const authenticate = (definition: CrmDefinition, world: CrmWorld, call: CrmCall): ApiCall => {
  const [, accessToken] = /^Bearer (\S+)$/i.exec(call.header('authorization') ?? '') ?? []
  if (accessToken === undefined) throw new CrmRefused(definition.refusals.token('missing'))
  const checked = world.oauth.check(accessToken)
  if (typeof checked === 'string') throw new CrmRefused(definition.refusals.token(checked))
  const user = world.users.find(({ id }) => id === checked.grant.userId)
  if (!user) throw new CrmRefused(definition.refusals.token('unknown'))
  return { ...call, grant: checked.grant, user, accessToken }
}
