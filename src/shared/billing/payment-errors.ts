import { describeError } from '../../lib/describe-error.ts'

/** Behind these calls a bank answers. */
export const paymentTimeoutMs = 40_000

/** What happened, and what is safe. */
export const describePaymentError = (error: unknown): string => {
  const { is, title, detail } = describeError(error)
  if (is === 'unreachable')
    return 'We couldn’t reach Fieldbook. It’s safe to try again: you’re never charged twice.'
  if (is === 'refused' || is === 'rate-limited') return detail === '' ? `${title}.` : detail
  return 'Something went wrong on our side. Try again: you’re never charged twice.'
}
