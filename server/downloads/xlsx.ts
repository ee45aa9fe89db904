import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell } from '../platform/csv.ts'

/** One sheet, streamed. Text stays text: no cell is ever a formula (reliability I22). */
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

/** XML allows few control characters, and Excel at most 32,767 characters in a cell. */
const storable = (text: string): string => {
  // oxlint-disable-next-line no-control-regex -- these are the characters to remove
  const allowed = text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
  // The cut may leave half of a pair, which no file can hold.
  return allowed.slice(0, 32_767).replaceAll(/\p{Surrogate}/gu, '')
}
