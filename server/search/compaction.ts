/** Merging a larger segment would delay changes by a second. */
export const joinable = 16_384

/** Merged segments never become as large. */
const builtFrom = joinable * 4

type Size = { docs: number; alive: number }

/** When a fifth of the records changed since they were built. */
export const needsCompaction = (segments: readonly Size[]): boolean => {
  const widest = Math.max(0, ...segments.map(({ docs }) => docs))
  if (widest < joinable) return false
  const built = segments.filter(({ docs }) => docs >= Math.min(widest, builtFrom))
  const docs = built.reduce((sum, each) => sum + each.docs, 0)
  const unchanged = built.reduce((sum, { alive }) => sum + alive, 0)
  const alive = segments.reduce((sum, each) => sum + each.alive, 0)
  return (alive - unchanged + docs - unchanged) * 5 > docs
}
