import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'
import { formatCredits } from './words.ts'

/** Why something that costs credits was not done, in words, and what is safe; null where nothing went wrong. */
export const refusalWords = (trouble: unknown): string | null => {
  if (trouble === null || trouble === undefined) return null
  if (trouble instanceof Unreachable)
    return 'We couldn’t reach Fieldbook. It’s safe to try again: you’re never charged twice.'
  if (trouble instanceof ApiProblem) {
    if (trouble.code === 'price-changed')
      return 'The price changed, so nothing was charged. Here’s the new price.'
    const detail = trouble.errors[0]?.detail ?? trouble.detail
    return `${trouble.message}. ${detail === '' ? 'Nothing was charged.' : detail}`
  }
  return 'Something went wrong, so nothing was charged.'
}

/** That a price has changed, from what to what; null where it is something else that went wrong. */
export const changedWords = (trouble: unknown, agreed: number, now: number): string | null =>
  trouble instanceof ApiProblem && trouble.code === 'price-changed'
    ? `The price changed from ${formatCredits(agreed)} to ${formatCredits(now)}, so nothing was charged. Is that OK?`
    : null
