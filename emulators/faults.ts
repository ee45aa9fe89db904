import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

const Fault = z.intersection(
  z.discriminatedUnion('kind', [
    // Serves the request and answers `ms` later.
    z.object({ kind: z.literal('late'), ms: z.number() }),
    // Serves the request and cuts the connection before the answer.
    z.object({ kind: z.literal('lost') }),
    // Answers with this status instead of serving; 503 by default.
    z.object({ kind: z.literal('failing'), status: z.optional(z.number()) }),
    // Cuts the connection before serving.
    z.object({ kind: z.literal('reset') }),
    // Waits until the fault ends, then serves the request.
    z.object({ kind: z.literal('hanging') }),
  ]),
  z.object({
    /** The prefix of affected paths; '/v1' by default. '/bapi' is Clerk's Backend API. */
    path: z.optional(z.string()),
    method: z.optional(z.string()),
    times: z.optional(z.number()),
  }),
)

export type Fault = z.infer<typeof Fault>

export function parseFault(value: unknown): Fault {
  return Fault.parse(value)
}

export interface Faults {
  /** Returns the fault's end; the newest that matches a request wins. */
  begin: (fault: Fault) => () => void
  /** Serves hanging requests. */
  clear: () => void
}

interface Running {
  fault: Fault
  left: number
  over: Promise<void>
  end: () => void
}

/** `unavailable` is the service's body of a failing answer. */
export function openFaults(unavailable: object): {
  faults: Faults
  attach: (app: FastifyInstance) => void
} {
  let running: Running[] = []
  const met = new WeakMap<FastifyRequest, Fault>()
  const begin = (fault: Fault): (() => void) => {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const activeFault: Running = {
      fault,
      left: fault.times ?? Number.POSITIVE_INFINITY,
      over,
      end: () => {
        running = running.filter((other) => other !== activeFault)
        resolve()
      },
    }
    running = [activeFault, ...running]
    return activeFault.end
  }
  const attach = (app: FastifyInstance): void => {
    app.addHook('onRequest', async (request, reply) => {
      const activeFault = running.find(({ fault, left }) => left > 0 && fits(fault, request))
      if (!activeFault) return
      activeFault.left -= 1
      met.set(request, activeFault.fault)
      await before(activeFault, request, reply, unavailable)
    })
    app.addHook('onSend', async (request, reply) => {
      const fault = met.get(request)
      if (fault?.kind === 'late') await wait(fault.ms)
      if (fault?.kind === 'lost') cut(request, reply)
    })
  }
  const clear = (): void => {
    for (const activeFault of running) activeFault.end()
  }
  return { faults: { begin, clear }, attach }
}

async function before(
  { fault, over }: Running,
  request: FastifyRequest,
  reply: FastifyReply,
  unavailable: object,
): Promise<void> {
  if (fault.kind === 'hanging') await over
  if (fault.kind === 'reset') cut(request, reply)
  if (fault.kind === 'failing') await reply.status(fault.status ?? 503).send(unavailable)
}

function cut(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  request.raw.socket.resetAndDestroy()
}

function fits({ path = '/v1', method }: Fault, request: FastifyRequest): boolean {
  return request.url.startsWith(path) && (method === undefined || method === request.method)
}
