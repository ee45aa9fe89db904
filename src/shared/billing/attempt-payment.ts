import { uuidv7 } from 'uuidv7'
import { isFinal, Unreachable } from '../../lib/api-errors.ts'
import { retry } from '../../lib/retry.ts'

/** Keys of attempts with an unknown outcome, by what they pay. A dialog that is opened again goes on with them. */
const pending = new Map<string, string>()

/**
 * Runs a payment under an Idempotency-Key that is kept while its outcome is unknown: pressing again after a lost answer, or after a
 * failure that may pass, charges once. An answer and a final refusal end it. `what` names what is paid and by which organisation, so
 * that a changed order has a key of its own.
 */
export const attemptPayment = async <Answer>(
  what: string,
  send: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> => {
  const key = pending.get(what) ?? uuidv7()
  pending.set(what, key)
  try {
    const answer = await retry(() => send(key), { maxAttempts: 2, minMs: 0, isRetriable: isLost })
    pending.delete(what)
    return answer
  } catch (error) {
    if (isFinal(error)) pending.delete(what)
    throw error
  }
}

const isLost = (error: unknown): boolean =>
  error instanceof Unreachable && error.reason === 'network'
