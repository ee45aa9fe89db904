import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell } from '../platform/csv.ts'

/** A workbook of one sheet as a stream of bytes; rows are taken as they are needed. Text is text: no cell is ever a formula (reliability I22). */
export const xlsxBytes = (
  sheet: string,
  rows: AsyncIterable<readonly Cell[]>,
): AsyncIterable<Uint8Array> => writeXlsxStream(written(rows), { name: sheet, inlineStrings: true })

async function* written(
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<(string | number | null)[]> {
  for await (const row of rows)
    yield row.map((cell) => (typeof cell === 'string' ? storable(cell) : cell))
}

/** XML has no place for most control characters, and Excel for no more than 32,767 characters a cell. */
const storable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').slice(0, 32_767)
