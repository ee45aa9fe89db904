import { ApiProblem } from '../../lib/api-errors.ts'
import { describeError } from '../../lib/describe-error.ts'
import { formatCredits } from './copy.ts'

export const describeRefusal = (trouble: unknown): string | null => {
  if (trouble === null || trouble === undefined) return null
  const { is, title, detail } = describeError(trouble)
  if (is === 'unreachable')
    return 'We couldn’t reach Fieldbook. It’s safe to try again: you’re never charged twice.'
  if (is === 'unknown') return 'Something went wrong, so nothing was charged.'
  if (isPriceChange(trouble))
    return 'The price changed, so nothing was charged. Here’s the new price.'
  return `${title}. ${detail || 'Nothing was charged.'}`
}

const isPriceChange = (trouble: unknown): boolean =>
  trouble instanceof ApiProblem && trouble.code === 'price-changed'

export const describePriceChange = (trouble: unknown, agreed: number, now: number): string | null =>
  isPriceChange(trouble)
    ? `The price changed from ${formatCredits(agreed)} to ${formatCredits(now)}, so nothing was charged. Is that OK?`
    : null
