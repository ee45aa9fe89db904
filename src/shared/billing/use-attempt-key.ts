import { useRef } from 'react'
import { uuidv7 } from 'uuidv7'
import { Unreachable } from '../../lib/api-errors.ts'
import { retry } from '../../lib/retry.ts'

/**
 * Runs a payment under an Idempotency-Key that is kept only while its outcome is unknown: pressing again after a lost answer charges
 * once, and after any answer it is a new attempt. `what` names what is paid, so that a changed order has a key of its own.
 */
export const useAttemptKey = (): (<Answer>(
  what: string,
  send: (idempotencyKey: string) => Promise<Answer>,
) => Promise<Answer>) => {
  const pending = useRef<{ what: string; key: string } | null>(null)
  return async (what, send) => {
    const attempt = pending.current?.what === what ? pending.current : { what, key: uuidv7() }
    pending.current = attempt
    try {
      const answer = await retry(() => send(attempt.key), {
        maxAttempts: 2,
        minMs: 0,
        isRetriable: isLost,
      })
      pending.current = null
      return answer
    } catch (error) {
      if (!(error instanceof Unreachable)) pending.current = null
      throw error
    }
  }
}

const isLost = (error: unknown): boolean =>
  error instanceof Unreachable && error.reason === 'network'
