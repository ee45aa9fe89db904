import type { FastifyPluginAsync } from 'fastify'
import { BillingCommand, operateBilling } from '../billing/operating.ts'
import type { SyncParts } from '../billing/sync-customer.ts'
import { checkControl } from '../platform/http/control.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { Refusal } from '../platform/refusal.ts'

/** Serves `npm run billing` while this process owns the embedded database. */
export const billingRoutes =
  (parts: { billing: SyncParts | null; controlToken: string }): FastifyPluginAsync =>
  (server) => {
    server.post('/_control/billing', (request) => {
      checkControl(request, parts.controlToken)
      const command = BillingCommand.safeParse(request.body)
      if (!command.success || parts.billing === null)
        throw new ProblemError(
          'malformed',
          command.success ? 'Card payment is off. Set Stripe’s keys.' : 'Unknown command.',
        )
      return runCommand(parts.billing, command.data)
    })
    return Promise.resolve()
  }

const runCommand = async (
  billing: SyncParts,
  command: BillingCommand,
): Promise<{ lines: string[] }> => {
  try {
    return { lines: await operateBilling(billing, command) }
  } catch (error) {
    if (error instanceof Refusal) throw new ProblemError('malformed', error.message)
    throw error
  }
}
