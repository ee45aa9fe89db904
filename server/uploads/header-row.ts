import { meaningsOf } from './headings.ts'

/**
 * Counted from 1; null if none. Titles may come before it: it is the row with the most known headings, or the first full row that
 * differs in kind from the rows below.
 */
export const headerRowOf = (sample: readonly (readonly string[])[]): number | null => {
  const rows = sample.slice(0, 20)
  const width = usualWidth(sample)
  let best = 0
  let maxHeaderRow = 0
  for (const [at, cells] of rows.entries()) {
    const known = cells.filter(isKnown).length
    if (known <= maxHeaderRow || filled(cells) < width / 2 || cells.some(isValue)) continue
    best = at + 1
    maxHeaderRow = known
  }
  if (best > 0) return best
  const row = rows.findIndex((cells) => filled(cells) >= width)
  const cells = rows[row]
  if (!cells || rows.length === row + 1) return null
  const distinct = new Set(cells.map((cell) => cell.trim().toLowerCase())).size === cells.length
  const below = rows.slice(row + 1)
  const unlike = cells.some(
    (cell, at) => !isValue(cell) && below.every((other) => isValue(other[at] ?? '')),
  )
  return distinct && unlike && !cells.some(isValue) ? row + 1 : null
}

const isKnown = (cell: string): boolean =>
  meaningsOf('company', cell).length > 0 || meaningsOf('people', cell).length > 0

const isValue = (cell: string): boolean =>
  /\d{4}|@|^\s*\d[\d\s.,/-]*$|^https?:|^www\./i.test(cell.slice(0, 300))

const filled = (cells: readonly string[]): number =>
  cells.filter((cell) => cell.trim() !== '').length

const usualWidth = (sample: readonly (readonly string[])[]): number => {
  const widths = sample.map(filled).toSorted((width, next) => width - next)
  return widths[Math.floor(widths.length / 2)] ?? 0
}
