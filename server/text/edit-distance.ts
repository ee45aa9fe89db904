/** Insert, delete, replace or swap neighbours, each letter in at most one edit; limit + 1 where there are more than the limit. */
export const editDistance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  if (b.length > longest) growScratchRows(b.length)
  let [earlier, last, row] = scratchRows
  fillFirstEditRow(last, b.length, limit)
  for (let i = 1; i <= a.length; i++) {
    if (fillEditRow(row, last, earlier, a, i, b, limit) > limit) return limit + 1
    const free = earlier
    earlier = last
    last = row
    row = free
  }
  return last[b.length] ?? limit + 1
}

/** Row i holds at j the edits between the first i letters of one text and the first j of the other. */
export type EditRow = Uint16Array

export const createEditRow = (length: number): EditRow => new Uint16Array(length + 2)

export const fillFirstEditRow = (row: EditRow, length: number, limit: number): void => {
  for (let j = 0; j <= length; j++) row[j] = Math.min(j, limit + 1)
}

/**
 * Returns the row's least number. Only columns within `limit` of the diagonal are filled, since all others are beyond the limit;
 * numbers end at limit + 1.
 */
export const fillEditRow = (
  row: EditRow,
  last: EditRow,
  earlier: EditRow,
  a: string,
  i: number,
  b: string,
  limit: number,
): number => {
  const beyond = limit + 1
  const from = Math.max(1, i - limit)
  const to = Math.min(b.length, i + limit)
  let least = from === 1 ? Math.min(i, beyond) : beyond
  row[from - 1] = least
  const letter = a.charCodeAt(i - 1)
  for (let j = from; j <= to; j++) {
    const other = b.charCodeAt(j - 1)
    let edits = Math.min(last[j] ?? beyond, row[j - 1] ?? beyond) + 1
    edits = Math.min(edits, (last[j - 1] ?? beyond) + (letter === other ? 0 : 1))
    const swapped =
      i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other
    if (swapped) edits = Math.min(edits, (earlier[j - 2] ?? beyond) + 1)
    if (edits > beyond) edits = beyond
    row[j] = edits
    if (edits < least) least = edits
  }
  if (to < b.length) row[to + 1] = beyond
  return least
}

let longest = 300

const createScratchRows = (): [EditRow, EditRow, EditRow] => [
  createEditRow(longest),
  createEditRow(longest),
  createEditRow(longest),
]

// Every comparison overwrites these rows; it fills and reads them within one call.
let scratchRows = createScratchRows()

const growScratchRows = (length: number): void => {
  longest = length
  scratchRows = createScratchRows()
}
