import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { isOfCatalog, organisationsOf, ProviderEvent } from '../billing/events.ts'
import { billingJob } from '../billing/jobs.ts'
import { readCatalog } from '../billing/read-catalog.ts'
import { enterOrganisation, type Database } from '../platform/db/db.ts'
import { enqueue } from '../platform/db/queue.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { countRefusedSignature, countWebhook, type Metrics } from '../platform/metrics.ts'
import type { Payments } from '../platform/vendors/payments.ts'

/** An event is a hint: it is remembered once, together with the job that asks what happened. */
export const stripeWebhook =
  (parts: {
    db: Database
    payments: Payments | null
    onEnqueued(): void
    now: () => number
    metrics: Metrics
  }): FastifyPluginAsync =>
  async (server) => {
    const { db, payments, now, metrics } = parts
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )

    const receiveEvent = async (request: FastifyRequest): Promise<{ received: true }> => {
      if (payments === null)
        throw new ProblemError('unavailable', 'Card payment is off. Set STRIPE_SECRET_KEY.')
      const event = await verifiedEvent(payments, request, () => {
        const [, signedAt] =
          /(?:^|,)t=(\d+)/.exec(String(request.headers['stripe-signature'])) ?? []
        countRefusedSignature(metrics, 'stripe', Number(signedAt ?? Number.NaN), now())
      })
      if (isOfCatalog(event)) await readCatalog(db, payments)
      const organisations = await organisationsOf(db, payments, [event])
      const isFresh = await db.owner.transaction().execute(async (trx) => {
        const fresh = await trx
          .insertInto('webhook_event')
          .values({ source: 'stripe', id: event.id, type: event.type })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (fresh === undefined) return false
        for (const orgId of organisations) {
          await enterOrganisation(trx, orgId)
          await enqueue(trx, { orgId, kind: billingJob, id: uuidv7() })
        }
        return true
      })
      const outcome = isFresh ? 'applied' : 'repeated'
      const at = event.created * 1000
      countWebhook(metrics, 'stripe', { type: event.type, at, outcome }, now())
      if (organisations.length > 0) parts.onEnqueued()
      return { received: true }
    }
    server.route({ method: 'POST', url: '/api/webhooks/stripe', handler: receiveEvent })
  }

const verifiedEvent = async (
  payments: Payments,
  request: FastifyRequest,
  onRefused: () => void,
): Promise<ProviderEvent> => {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const signature = request.headers['stripe-signature']
  const event = typeof signature === 'string' ? await payments.readEvent(body, signature) : null
  if (event === null) {
    onRefused()
    throw new ProblemError('malformed', 'The signature is missing, wrong or too old.')
  }
  const parsed = z.safeParse(ProviderEvent, event)
  if (parsed.success) return parsed.data
  throw new ProblemError('invalid-input', 'This event doesn’t match Stripe’s format.')
}
