import type { Cell } from './cells.ts'

/** Opens a CSV file, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\ufeff'

/** One line of a CSV file (RFC 4180), with its end. No cell is a formula to whatever opens it (reliability I22). */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => quoted(inert(cell === null ? '' : String(cell)))).join(',')}\r\n`

/**
 * Text a spreadsheet would calculate gets an apostrophe, and so does text that has one before such a start already: whoever reads the
 * file again takes exactly one away (`plainText`) and has what was written.
 */
export const inert = (text: string): string => (calculated.test(text) ? `'${text}` : text)

/** The text of a cell as it was before `inert`. */
export const plainText = (text: string): string => (guarded.test(text) ? text.slice(1) : text)

// Spreadsheets take full-width forms for the signs themselves; a tab, line end or NUL before a sign is passed over by some.
// oxlint-disable-next-line no-control-regex -- these are what is guarded against
const calculated = /^'*[=+\-@\t\r\n\0＝＋－＠]/
// oxlint-disable-next-line no-control-regex -- as above
const guarded = /^'+[=+\-@\t\r\n\0＝＋－＠]/

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
