import { inert } from './formula-guard.ts'

/** A cell of a file; null is an empty one. Numbers are written as numbers where the format knows them. */
export type Cell = string | number | null

/** Opens a CSV file, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\ufeff'

/** One line of a CSV file (RFC 4180), with its end; every text is quoted. No cell is a formula to whatever opens it (reliability I22). */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? quoted(inert(cell)) : (cell ?? ''))).join(',')}\r\n`

const quoted = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`)
