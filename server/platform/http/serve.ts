import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { api, type EndpointName } from '../../../contract/api.ts'
import {
  mutates,
  pathKeys,
  type Endpoint,
  type Gate,
  type Rate,
} from '../../../contract/core/endpoint.ts'
import type { ProblemDetail } from '../../../contract/core/problem.ts'
import { Written, type Context, type Handlers, type PublicContext } from './context.ts'
import type { Database } from '../db/db.ts'
import { fingerprint } from './etag.ts'
import { idempotencyKey, once, openOnceOutside, type StoredAnswer } from './idempotency.ts'
import type { Identity } from './identity.ts'
import { inputFault } from './input.ts'
import type { Limiter } from './limiter.ts'
import { addressBudget, callerBudgets, type Limits } from './rate-limits.ts'
import { notFound, ProblemError } from './problem-error.ts'
import { escapePointer } from '../../../contract/core/problem.ts'

export type Serving = {
  db: Database
  handlers: Handlers
  identify(request: FastifyRequest): Promise<Identity>
  subscribed(orgId: string): Promise<boolean>
  limiter: Limiter
  limits: Limits
}

// `Handlers` has one handler per endpoint, so none is missing.
type AnyHandler = (input: unknown, context: PublicContext | Context) => unknown

/** In this order: session, limits, gate, input, idempotency, handler, output. */
export const serve = (app: FastifyInstance, serving: Serving): void => {
  const onceOutside = openOnceOutside(serving.db)
  for (const name of Object.keys(api) as EndpointName[]) {
    const definition: Endpoint = api[name]
    // The same endpoint parses its input below; TypeScript cannot pair the two in a loop.
    const handler = serving.handlers[name] as AnyHandler
    const rate = definition.rate ?? 'other'
    app.route({
      method: definition.method,
      url: `/api${definition.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      onRequest: async (request) => {
        if (definition.callers === 'anyone')
          serving.limiter.spend([addressBudget(request.address ?? '', 'open', serving.limits)])
        else await identifyLimited(request, serving, rate)
      },
      handler: async (request, reply) => {
        if (definition.callers === 'anyone')
          return handler(parseInput(definition, request), { requestId: request.id })
        const caller = await admitCaller(definition, request, serving)
        const input = parseInput(definition, request)
        const countAs: Context['countAs'] = (n) => {
          const budgets = callerBudgets(caller, rate, serving.limits)
          if (n > 1) serving.limiter.take(budgets, n - 1)
        }
        const later: (() => void)[] = []
        const afterwards: Context['afterwards'] = (work) => void later.push(work)
        const inOrg: Context['inOrg'] = (work) => serving.db.asOrg(caller.orgId, work)
        if (!mutates(definition)) {
          const context = { ...caller, key: '', isKeyed: false, inOrg, afterwards, countAs }
          const answer = await handler(input, context)
          const output = answer instanceof Written ? answer : z.parse(definition.output, answer)
          for (const work of later) work()
          if (output instanceof Written)
            return reply.type('application/json; charset=utf-8').send(output.json)
          if (output === undefined) return reply.code(204).send()
          return definition.etag ? unlessKnown(output, request, reply) : output
        }
        const header = request.headers['idempotency-key']
        const isKeyed = header !== undefined || definition.key !== 'optional'
        const key = isKeyed ? idempotencyKey(header) : randomUUID()
        const act = async (inThis: Context['inOrg']): Promise<StoredAnswer> => {
          const context = { ...caller, key, isKeyed, inOrg: inThis, afterwards, countAs }
          const output = await handler(input, context)
          const status = definition.status ?? 200
          return {
            status,
            response: status === 204 ? '' : JSON.stringify(z.parse(definition.output, output)),
          }
        }
        const keyed = {
          orgId: caller.orgId,
          userId: caller.userId,
          key,
          route: `${definition.method} ${request.url}`,
          body: request.body,
        }
        const answer = definition.external
          ? await onceOutside(keyed, () => act(inOrg))
          : await inOrg((trx) => once(trx, keyed, () => act((work) => work(trx))))
        for (const work of later) work()
        return reply
          .code(answer.status)
          .type('application/json; charset=utf-8')
          .send(answer.response)
      },
    })
  }
}

export const identifyLimited = async (
  request: FastifyRequest,
  { identify, limiter, limits }: Serving,
  rate: Rate,
): Promise<void> => {
  request.identity = await identify(request)
  if (request.headers['deployment-id'] === undefined) request.log.warn('no deployment-id')
  limiter.spend(callerBudgets(request.identity, rate, limits))
}

const unlessKnown = (
  output: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const body = JSON.stringify(output)
  const etag = `"${fingerprint(body)}"`
  void reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

export const admitCaller = async (
  definition: Pick<Endpoint, 'callers' | 'gate'>,
  request: FastifyRequest,
  serving: Serving,
): Promise<Omit<Context, 'key' | 'isKeyed' | 'inOrg' | 'afterwards' | 'countAs'>> => {
  const identity = request.identity
  if (!identity) throw new ProblemError('unauthenticated', 'Sign in to continue.')
  const { orgId, role, userId } = identity
  if (orgId === null || role === null)
    throw new ProblemError('role-forbidden', 'Choose an organisation to continue.')
  if (role === 'other' || (definition.callers === 'admins' && role !== 'admin'))
    throw new ProblemError('role-forbidden', 'Your role doesn’t allow this. Ask an admin.')
  const gate: Gate = definition.gate ?? 'subscriber'
  if (gate === 'subscriber' && !(await serving.subscribed(orgId)))
    throw new ProblemError(
      'subscription-required',
      'Your organisation doesn’t have an active plan.',
    )
  return { requestId: request.id, ip: request.address ?? '', orgId, userId, role }
}

/** Throws with a pointer to every error. */
const parseInput = (definition: Endpoint, request: FastifyRequest): unknown => {
  const inQuery = definition.method === 'GET' || definition.method === 'DELETE'
  const rest = inQuery ? request.query : (request.body ?? {})
  if (typeof rest !== 'object' || rest === null || Array.isArray(rest))
    throw new ProblemError('malformed', 'The body must be a JSON object.')
  const params = typeof request.params === 'object' ? request.params : {}
  // An unread body is still part of the request of an Idempotency-Key.
  const unread = inQuery ? request.body : null
  const fault = inputFault(rest) ?? inputFault(params) ?? inputFault(unread)
  if (fault !== null) throw new ProblemError('malformed', fault)
  const parsed = z.safeParse(definition.input, { ...rest, ...params })
  if (parsed.success) return parsed.data
  const inPath = new Set(pathKeys(definition.path))
  const errors = parsed.error.issues.map((issue): ProblemDetail => ({
    pointer: `/${issue.path.map((part) => escapePointer(String(part))).join('/')}`,
    code: issue.code,
    detail: issue.message,
  }))
  const pathOnly = parsed.error.issues.every((issue) => inPath.has(String(issue.path[0])))
  if (pathOnly) throw notFound()
  throw new ProblemError('invalid-input', 'Some values aren’t valid.', { errors })
}

declare module 'fastify' {
  interface FastifyRequest {
    identity?: Identity
  }
}
