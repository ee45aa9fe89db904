import { inert } from './formula-guard.ts'

export type Cell = string | number | null

/** Makes spreadsheets read the CSV file as UTF-8. */
export const byteOrderMark = '\ufeff'

/** RFC 4180, with its end; every text is quoted. No cell is ever a formula (reliability I22). */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? quoted(inert(cell)) : (cell ?? ''))).join(',')}\r\n`

const quoted = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`)
