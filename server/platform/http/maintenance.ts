import type { FastifyInstance } from 'fastify'
import { ProblemError } from './problem-error.ts'

/** `until` is ISO 8601; null if it is open. */
export type Maintenance = { text: string; until: string | null }

/** Pages poll this often. */
const retryAfterSeconds = 30

/**
 * While there is maintenance every call is answered 503 `maintenance`; pages, sign-in, webhooks and health go on. `until` is in a
 * header too.
 */
export const refuseCalls = (app: FastifyInstance, current: () => Maintenance | null): void => {
  app.addHook('onRequest', async (request, reply) => {
    const maintenance = current()
    if (maintenance === null) return
    if (!request.url.startsWith('/api/') || request.url.startsWith('/api/webhooks/')) return
    const { text, until } = maintenance
    void reply.header('maintenance-until', until ?? '')
    throw new ProblemError('maintenance', text, { retryAfterSeconds, more: { until } })
  })
}
