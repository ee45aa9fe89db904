import { meaningsOf } from './headings.ts'

/**
 * Which of a file's first rows names its columns, counted from 1; null where none does. Titles may stand above it: it is the row
 * with the most headings that are known, or the first whole one that reads unlike those below it.
 */
export const headerRowOf = (sample: readonly (readonly string[])[]): number | null => {
  const rows = sample.slice(0, 20)
  const width = usualWidth(sample)
  let best = 0
  let most = 0
  for (const [at, cells] of rows.entries()) {
    const known = cells.filter(isKnown).length
    if (known <= most || filled(cells) < width / 2 || cells.some(isValue)) continue
    best = at + 1
    most = known
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

/** What stands in rows and never in a heading: numbers, addresses of the web and of e-mail. */
const isValue = (cell: string): boolean =>
  /\d{4}|@|^\s*\d[\d\s.,/-]*$|^https?:|^www\./i.test(cell.slice(0, 300))

const filled = (cells: readonly string[]): number =>
  cells.filter((cell) => cell.trim() !== '').length

const usualWidth = (sample: readonly (readonly string[])[]): number => {
  const widths = sample.map(filled).toSorted((one, other) => one - other)
  return widths[Math.floor(widths.length / 2)] ?? 0
}
