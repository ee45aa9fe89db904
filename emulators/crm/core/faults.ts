import { Readable } from 'node:stream'
import { setTimeout as waitReal } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CrmEmulatorOptions, CrmFault, CrmFaults } from './types.ts'
import { faultAnswer, type CrmAnswer, type CrmDefinition, type CrmWorld } from './world.ts'

type Running = { fault: CrmFault; left: number; over: Promise<void>; end: () => void }

export type FaultDesk = {
  faults: CrmFaults
  attach: (app: FastifyInstance, send: (reply: FastifyReply, answer: CrmAnswer) => void) => void
  /** The fault that a handler itself must serve: half-batch, row-fails or locked. */
  of: (request: FastifyRequest) => CrmFault | undefined
  /** Of the search index; undefined without such a fault. */
  lagMs: () => number | undefined
}

/** `isTokenCall` says which paths only a fault with a path affects. */
export const openFaults = (
  definition: CrmDefinition,
  world: () => CrmWorld,
  isTokenCall: (path: string) => boolean,
  {
    drawFault: draw = () => undefined,
    wait = (ms) => waitReal(ms),
  }: Pick<CrmEmulatorOptions, 'drawFault' | 'wait'>,
): FaultDesk => {
  let running: Running[] = []
  const met = new WeakMap<FastifyRequest, CrmFault>()

  const begin = (fault: CrmFault): (() => void) => {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const active: Running = {
      fault,
      left: fault.times ?? Number.POSITIVE_INFINITY,
      over,
      end: () => {
        running = running.filter((other) => other !== active)
        resolve()
      },
    }
    if (actsAtOnce(fault)) applyFault(definition, world(), fault)
    else running = [active, ...running]
    return active.end
  }

  const isAffected = ({ fault, left }: Running, request: FastifyRequest): boolean => {
    if (left <= 0 || fault.kind === 'lag') return false
    if (fault.method !== undefined && fault.method !== request.method) return false
    return fault.path === undefined
      ? !isTokenCall(pathOf(request))
      : request.url.includes(fault.path)
  }

  const attach: FaultDesk['attach'] = (app, send) => {
    // After the body is read, so that a call that is cut may still be served.
    app.addHook('preHandler', async (request, reply) => {
      const path = pathOf(request)
      if (path === '/' || path.startsWith('/_')) return
      const active = running.find((each) => isAffected(each, request))
      if (active) active.left -= 1
      const { method, url } = request
      const fault = active?.fault ?? draw({ method, url, isTokenCall: isTokenCall(path) })
      if (!fault) return
      met.set(request, fault)
      if (fault.kind === 'hanging') await active?.over
      if (fault.kind === 'reset') cut(request, reply)
      if (fault.kind === 'late-commit') {
        request.raw.socket.resetAndDestroy()
        await wait(fault.ms)
      }
      if (fault.kind === 'failing')
        send(reply, faultAnswer(definition, fault.status ?? 503, fault.body))
      if (fault.kind === 'throttle') {
        const { throttled, throttledTokens } = definition.refusals
        const now = world().now()
        const refusal =
          isTokenCall(path) && throttledTokens
            ? throttledTokens(now)
            : throttled(fault.limit ?? 'calls', now)
        world().calls.demandWait(refusal.until)
        send(reply, refusal)
      }
      if (reply.sent) return reply
      return undefined
    })
    app.addHook('onSend', async (request, reply, payload) => {
      const fault = met.get(request)
      if (fault?.kind === 'late') await wait(fault.ms)
      if (fault?.kind === 'lost') cut(request, reply)
      if (fault?.kind === 'cut') return cutBody(request, reply, String(payload))
      if (fault?.kind !== 'committed-then-500') return payload
      const answer = faultAnswer(definition, fault.status ?? 500, fault.body)
      reply.removeHeader('content-length')
      reply.code(answer.status).headers({ 'content-type': 'application/json', ...answer.headers })
      return typeof answer.body === 'object' ? JSON.stringify(answer.body) : (answer.body ?? '')
    })
  }

  return {
    faults: {
      begin,
      clear: () => {
        for (const active of running) active.end()
      },
    },
    attach,
    of: (request) => met.get(request),
    lagMs: () => {
      for (const { fault } of running) if (fault.kind === 'lag') return fault.ms
      return undefined
    },
  }
}

const actsAtOnce = ({ kind }: CrmFault): boolean =>
  kind === 'expire' || kind === 'schema' || kind === 'move' || kind === 'budget'

const applyFault = (definition: CrmDefinition, world: CrmWorld, fault: CrmFault): void => {
  if (fault.kind === 'expire') world.oauth.expireAll()
  if (fault.kind === 'schema') changeField(world, fault)
  definition.onFault?.(world, fault)
  world.save()
}

const changeField = (
  { state, field }: CrmWorld,
  { object, field: name, change, option }: Extract<CrmFault, { kind: 'schema' }>,
): void => {
  const definition = field(object, name)
  if (!definition) throw new Error(`No field ${name} of ${object}.`)
  if (change === 'remove')
    state.fields[object] = (state.fields[object] ?? []).filter((each) => each !== definition)
  if (change === 'require') definition.isRequired = true
  if (change === 'read-only') definition.isReadOnly = true
  if (change === 'retire')
    for (const each of definition.options) if (each.value === option) each.isActive = false
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? url

const cut = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.hijack()
  request.raw.socket.resetAndDestroy()
}

/** In place of an answer: half of it. */
const cutBody = (request: FastifyRequest, reply: FastifyReply, text: string): Readable => {
  reply.header('content-length', Buffer.byteLength(text) + 1)
  let isSent = false
  return new Readable({
    // So that it reads on when the half is on its way.
    highWaterMark: 1,
    read() {
      if (isSent) setImmediate(() => request.raw.socket.destroySoon())
      else this.push(text.slice(0, text.length >> 1) || ' ')
      isSent = true
    },
  })
}
