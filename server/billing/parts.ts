import type { Subscription } from '../../contract/org/customer.ts'
import type { Database } from '../platform/db/db.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Context } from '../platform/http/context.ts'
import type { Payments } from '../platform/vendors/payments.ts'

/** `sync` rewrites our row from the provider's, and answers it. */
export type BillingParts = {
  db: Database
  payments: Payments
  now: () => number
  origin: string
  sync(orgId: string): Promise<Subscription | null>
}

/** Of the provider; permanent for one press, so that nothing is done twice. The same UUID of another user is another key. */
export const stripeKey = (
  { orgId, userId, key }: Pick<Context, 'orgId' | 'userId' | 'key'>,
  step: string,
): { idempotencyKey: string } => ({ idempotencyKey: `${orgId}/${userId}/${key}/${step}` })

/** `pointer` names the field. */
export const invalid = (pointer: string, detail: string): ProblemError =>
  new ProblemError('invalid-input', 'Some values aren’t valid.', {
    errors: [{ pointer, code: 'custom', detail }],
  })

export const paymentOff = (): ProblemError =>
  new ProblemError(
    'payment-unavailable',
    'Card payment isn’t set up here. Contact sales and we’ll start your plan.',
  )
