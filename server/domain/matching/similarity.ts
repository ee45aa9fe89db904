/** How alike two texts are, from 0 to 1: one less the edits between them (insert, delete, replace, swap neighbours) by the longer length. */
export const similarity = (one: string, other: string): number => {
  if (one === other) return 1
  const longer = Math.max(one.length, other.length)
  const shorter = Math.min(one.length, other.length)
  // Names are limited to 200 characters; this also keeps a hostile caller from a quadratic surprise.
  if (longer === 0 || longer > 300 || shorter / longer < 0.5) return 0
  return 1 - edits(one, other) / longer
}

const edits = (one: string, other: string): number => {
  let older: number[] = []
  let old = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const now = [row]
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      let least = Math.min(
        (old[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (old[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1]
      if (swapped) least = Math.min(least, (older[column - 2] ?? 0) + 1)
      now.push(least)
    }
    older = old
    old = now
  }
  return old[other.length] ?? 0
}
