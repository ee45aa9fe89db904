import { delimitedRecords } from '../delimited.ts'
import type { Row, RowContent } from '../importer.ts'
import { normaliseText, stripFormulaGuard } from '../text.ts'
import { cellsProblem } from './csv.ts'

/** By heading, whatever its case and blanks; undefined if blank, or if the file has no such column. */
export type Said = (heading: string) => string | undefined

export type Read = (said: Said) => RowContent

/** `headings` is the number of lines up to and with the header. */
export async function* headedRows(
  bytes: AsyncIterable<Uint8Array>,
  {
    header,
    headings,
    delimiter,
  }: { header: readonly string[]; headings: number; delimiter: string },
  read: Read,
): AsyncGenerator<Row, void, undefined> {
  const places = new Map(header.map((heading, at) => [headingKey(heading), at]))
  let passed = 0
  for await (const { line, cells } of delimitedRecords(bytes, delimiter)) {
    if (passed++ < headings) continue
    const said: Said = (heading) => {
      const text = normaliseText(
        stripFormulaGuard(cells[places.get(headingKey(heading)) ?? -1] ?? ''),
      )
      return text === '' || nothing.test(text) ? undefined : text
    }
    yield { line, cells, ...(cellsProblem(cells, header.length) ?? read(said)) }
  }
}

export const headingKey = (heading: string): string =>
  normaliseText(heading.replace(/^\uFEFF/, '')).toLowerCase()

/** The first needed heading that the header lacks. */
export const missingHeading = (
  header: readonly string[],
  needed: readonly string[],
): string | undefined => {
  const known = new Set(header.map(headingKey))
  return needed.find((heading) => !known.has(headingKey(heading)))
}

const nothing = /^(?:null|n\/a|-)$/i
