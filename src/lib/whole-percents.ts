/** The shares of a whole in whole percent, which add up to 100: the largest remainders are rounded up. All 0 without a whole. */
export const wholePercents = (counts: readonly number[]): number[] => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (100 * count) / total)
  const whole = exact.map(Math.floor)
  const missing = 100 - whole.reduce((sum, percent) => sum + percent, 0)
  const roundedUp = exact
    .map((percent, at) => ({ at, remainder: percent - Math.floor(percent) }))
    .toSorted((a, b) => b.remainder - a.remainder)
    .slice(0, missing)
  for (const { at } of roundedUp) whole[at] = (whole[at] ?? 0) + 1
  return whole
}
