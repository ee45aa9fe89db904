import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { OnMemberRemoved } from '../members/member-removal.ts'
import { signedBody } from '../platform/vendors/clerk-webhooks.ts'
import type { Database } from '../platform/db/db.ts'
import { inputFault } from '../platform/http/input.ts'
import { countRefusedSignature, countWebhook, type Metrics } from '../platform/metrics.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { applyEvent, type Touched } from '../members/clerk-apply.ts'
import { readEvent, type ParsedEvent } from '../members/clerk-events.ts'

export type WebhookParts = {
  db: Database
  /** Several during a rotation; without any, no webhook is accepted. */
  secrets: readonly string[]
  now: () => number
  onRemoved: readonly OnMemberRemoved[]
  onTouched(touched: Touched): void
  metrics: Metrics
}

/** An event is marked as processed in the transaction that applies it, so it is applied exactly once. */
export const webhookRoutes =
  ({ db, secrets, now, onRemoved, onTouched, metrics }: WebhookParts): FastifyPluginAsync =>
  async (server) => {
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )

    const receiveEvent = async (request: FastifyRequest): Promise<{ received: true }> => {
      if (secrets.length === 0)
        throw new ProblemError(
          'unavailable',
          'Webhooks are off. Set CLERK_WEBHOOK_SECRET to accept them.',
        )
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signed = await signedBody({ headers: request.headers, body }, secrets)
      if (signed === null) {
        const signedAt = Number(request.headers['svix-timestamp'])
        countRefusedSignature(metrics, 'clerk', signedAt, now())
        throw new ProblemError('malformed', 'The signature is missing, wrong or too old.')
      }
      const fault = inputFault(signed)
      if (fault !== null) throw new ProblemError('malformed', fault)
      const { type, at, event } = parseEvent(signed.body, now())
      const touched = await db.owner.transaction().execute(async (trx) => {
        const fresh = await trx
          .insertInto('webhook_event')
          .values({ source: 'clerk', id: signed.id, type })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        return fresh ? applyEvent(trx, event, onRemoved) : null
      })
      const outcome = touched === null ? 'repeated' : 'applied'
      countWebhook(metrics, 'clerk', { type, at, outcome }, now())
      for (const each of touched ?? []) onTouched(each)
      return { received: true }
    }
    server.route({ method: 'POST', url: '/api/webhooks/clerk', handler: receiveEvent })
  }

/** A refused event shows in Clerk's dashboard and can be sent again. */
const parseEvent = (body: unknown, now: number): ParsedEvent => {
  try {
    return readEvent(body, now)
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error
    throw new ProblemError('invalid-input', 'This event doesn’t match Clerk’s format.')
  }
}
