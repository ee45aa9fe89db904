import { editDistance } from '../text/edit-distance.ts'

/** One minus the edits divided by the longer length. Returns 0, and sooner, below `least`. */
export const similarity = (a: string, b: string, least = 0): number => {
  if (a === b) return 1
  const longer = Math.max(a.length, b.length)
  const shorter = Math.min(a.length, b.length)
  // Names are limited to 200 characters; longer texts would cost quadratic time.
  if (longer === 0 || longer > maxLength || shorter / longer < 0.5) return 0
  const limit = Math.floor((1 - least) * longer + 1e-9)
  const count = editDistance(a, b, limit)
  return count > limit ? 0 : 1 - count / longer
}

const maxLength = 300
