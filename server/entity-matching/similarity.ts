/**
 * How alike two texts are, from 0 to 1: one less the edits between them (insert, delete, replace, swap neighbours) by the longer length.
 * Whoever only asks whether it is at least so much gets 0 where it is not, and sooner.
 */
export const similarity = (one: string, other: string, least = 0): number => {
  if (one === other) return 1
  const longer = Math.max(one.length, other.length)
  const shorter = Math.min(one.length, other.length)
  // Names are limited to 200 characters; this also keeps a hostile caller from a quadratic surprise.
  if (longer === 0 || longer > longest || shorter / longer < 0.5) return 0
  const most = Math.floor((1 - least) * longer + 1e-9)
  if (longer - shorter > most) return 0
  const count = edits(one, other, most)
  return count > most ? 0 : 1 - count / longer
}

const longest = 300

// Three rows that every comparison writes over: they are filled and read within one call.
const rows: [Uint16Array, Uint16Array, Uint16Array] = [
  new Uint16Array(longest + 2),
  new Uint16Array(longest + 2),
  new Uint16Array(longest + 2),
]

/** The edits between two texts, or a number beyond `most` where there are more: only what lies that near to the diagonal is looked at. */
const edits = (one: string, other: string, most: number): number => {
  let [older, old, now] = rows
  const width = other.length
  const beyond = most + 1
  for (let column = 0; column <= width; column++) old[column] = Math.min(column, beyond)
  for (let row = 1; row <= one.length; row++) {
    const from = Math.max(1, row - most)
    const to = Math.min(width, row + most)
    now[from - 1] = from === 1 ? Math.min(row, beyond) : beyond
    let best = now[from - 1] ?? beyond
    const letter = one.charCodeAt(row - 1)
    for (let column = from; column <= to; column++) {
      const there = other.charCodeAt(column - 1)
      const above = column < row + most ? (old[column] ?? beyond) : beyond
      let least = Math.min(above, now[column - 1] ?? beyond) + 1
      least = Math.min(least, (old[column - 1] ?? beyond) + (letter === there ? 0 : 1))
      if (
        row > 1 &&
        column > 1 &&
        letter === other.charCodeAt(column - 2) &&
        one.charCodeAt(row - 2) === there
      )
        least = Math.min(least, (older[column - 2] ?? beyond) + 1)
      if (least > beyond) least = beyond
      now[column] = least
      if (least < best) best = least
    }
    if (to < width) now[to + 1] = beyond
    if (best > most) return beyond
    const free = older
    older = old
    old = now
    now = free
  }
  return old[width] ?? beyond
}
