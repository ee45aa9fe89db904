import { inert } from './formula-guard.ts'

export type Cell = string | number | null

/** Makes spreadsheets read the CSV file as UTF-8. */
export const byteOrderMark = '\ufeff'

/** RFC 4180, with its end; every text is quoted. No cell is ever a formula (reliability I22). */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell, at) => (typeof cell === 'string' ? quoted(safe(cell, at)) : (cell ?? ''))).join(',')}\r\n`

// Spreadsheets calculate no more than a number from a phone number. The first cell is guarded all the same: a spreadsheet that
// splits at another mark takes the whole line for its text.
const safe = (text: string, at: number): string =>
  at > 0 && phoneNumber.test(text) ? text : inert(text)

const phoneNumber = /^\+\d[\d ]*$/

const quoted = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`)
