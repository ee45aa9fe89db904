import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { clerkError, errorBody } from './errors.ts'

const UNAVAILABLE = clerkError(503, 'service_unavailable', 'Clerk is not available right now.')

const Fault = z.intersection(
  z.discriminatedUnion('kind', [
    // The request is served; its answer comes `ms` later.
    z.object({ kind: z.literal('late'), ms: z.number() }),
    // The request is served and its answer lost: the connection is cut.
    z.object({ kind: z.literal('lost') }),
    // Answered with this status instead of being served; 503 unless told.
    z.object({ kind: z.literal('failing'), status: z.optional(z.number()) }),
    // The connection is cut before anything happens.
    z.object({ kind: z.literal('reset') }),
    // Nothing happens until the fault is over; then the request is served.
    z.object({ kind: z.literal('hanging') }),
  ]),
  z.object({
    /** Which paths begin so; '/v1', the whole Frontend API, unless told. '/bapi' is the Backend API. */
    path: z.optional(z.string()),
    method: z.optional(z.string()),
    /** For how many requests; for all of them until it is ended, unless told. */
    times: z.optional(z.number()),
  }),
)

/** What goes wrong with the requests it meets. */
export type Fault = z.infer<typeof Fault>

/** The fault in a text of JSON; throws where it is none. */
export function parseFault(value: unknown): Fault {
  return Fault.parse(value)
}

export interface Faults {
  /** From now on; the newest that fits a request wins. The answer ends it. */
  begin: (fault: Fault) => () => void
  /** Ends all of them; what hangs is served. */
  clear: () => void
}

interface Running {
  fault: Fault
  left: number
  over: Promise<void>
  end: () => void
}

/** Lets requests go wrong on demand, for tests of a flaky Clerk. */
export function openFaults(): { faults: Faults; attach: (app: FastifyInstance) => void } {
  let running: Running[] = []
  const met = new WeakMap<FastifyRequest, Fault>()
  const begin = (fault: Fault): (() => void) => {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const one: Running = {
      fault,
      left: fault.times ?? Number.POSITIVE_INFINITY,
      over,
      end: () => {
        running = running.filter((other) => other !== one)
        resolve()
      },
    }
    running = [one, ...running]
    return one.end
  }
  const attach = (app: FastifyInstance): void => {
    app.addHook('onRequest', async (request, reply) => {
      const one = running.find(({ fault, left }) => left > 0 && fits(fault, request))
      if (!one) return
      one.left -= 1
      met.set(request, one.fault)
      await before(one, request, reply)
    })
    app.addHook('onSend', async (request, reply) => {
      const fault = met.get(request)
      if (fault?.kind === 'late') await wait(fault.ms)
      if (fault?.kind === 'lost') cut(request, reply)
    })
  }
  const clear = (): void => {
    for (const one of running) one.end()
  }
  return { faults: { begin, clear }, attach }
}

async function before(
  { fault, over }: Running,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (fault.kind === 'hanging') await over
  if (fault.kind === 'reset') cut(request, reply)
  if (fault.kind === 'failing') await reply.status(fault.status ?? 503).send(errorBody(UNAVAILABLE))
}

function cut(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  request.raw.socket.resetAndDestroy()
}

function fits({ path = '/v1', method }: Fault, request: FastifyRequest): boolean {
  return request.url.startsWith(path) && (method === undefined || method === request.method)
}
