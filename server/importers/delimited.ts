import { CsvError, parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { Refusal } from '../platform/refusal.ts'

/** The line it begins on and its unchanged cells. */
export type DelimitedRecord = { line: number; cells: string[] }

/** A longer record is an unclosed quotation mark, or no table. */
const maxRecord = 1_000_000
const maxColumns = 1000
/** Reliability, Input: a cell of a table holds at most 10 kB. */
export const maxCell = 10_000

/** UTF-8, without blank lines. Quotation marks inside a bare cell are text. */
export async function* delimitedRecords(
  bytes: AsyncIterable<Uint8Array>,
  delimiter: string,
): AsyncGenerator<DelimitedRecord, void, undefined> {
  const parser = parse({
    delimiter,
    info: true,
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    // Counts bytes; a character has up to three.
    max_record_size: maxRecord * 4,
  })
  const source = Readable.from(bytes)
  source.on('error', (error) => parser.destroy(error))
  const records: AsyncIterable<{ record: string[]; info: { lines: number } }> = source.pipe(parser)
  try {
    for await (const { record, info } of records)
      yield { line: info.lines - lineEnds(record), cells: record }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Refusal(
      `The file isn't a table: the row at line ${parser.info.lines} has no clear end.`,
    )
  }
}

const lineEnds = (cells: readonly string[]): number => {
  let ends = 0
  for (const cell of cells) if (cell.includes('\n')) ends += cell.split('\n').length - 1
  return ends
}

/** Divides the first lines most evenly; a comma by default. */
export const delimiterOf = (head: string): string => {
  const lines = bareLines(head).slice(0, 20)
  let best = ','
  let bestScore = 0
  for (const mark of [',', ';', '\t', '|']) {
    const counts = lines.map((line) => line.split(mark).length - 1)
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
    const even = counts.filter((count) => count === usual).length / Math.max(1, counts.length)
    const score = usual === 0 ? Math.max(0, ...counts) / 1000 : usual * even
    if (score <= bestScore) continue
    best = mark
    bestScore = score
  }
  return best
}

const bareLines = (head: string): string[] => {
  const lines = head.replace(/"(?:[^"]|"")*"/g, '').split(/\r\n|\n|\r/)
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines
  return whole.filter((line) => line.trim() !== '')
}

/** Stores nothing. Throws a Refusal for an unclosed quotation mark, an oversized record or too many columns. */
export const survey = async (
  bytes: AsyncIterable<Uint8Array>,
  delimiter: string,
): Promise<{ records: number; blank: number }> => {
  const parts = delimiter.charCodeAt(0)
  const decoder = new TextDecoder()
  let state: 'start' | 'bare' | 'quoted' | 'closing' = 'start'
  let records = 0
  let blank = 0
  let endedBy = 0
  let line = 1
  let began = 1
  let quotedFrom = 1
  let length = 0
  let columns = 1
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true })
    for (let at = 0; at < text.length; at++) {
      const mark = text.charCodeAt(at)
      if (mark === 10) line++
      length++
      if (length > maxRecord)
        throw tooLong(began, state === 'quoted' || state === 'closing' ? quotedFrom : undefined)
      if (state === 'quoted') {
        if (mark === 34) state = 'closing'
        continue
      }
      if (mark === 10 || mark === 13) {
        if (length > 1) records++
        else if (mark === 13 || endedBy !== 13) blank++
        endedBy = mark
        state = 'start'
        length = 0
        columns = 1
        began = mark === 10 ? line : line + 1
      } else if (mark === parts) {
        state = 'start'
        columns++
        if (columns > maxColumns)
          throw new Refusal(`Line ${began} has more than ${maxColumns} columns: is this a table?`)
      } else if (mark === 34 && state === 'start') {
        state = 'quoted'
        quotedFrom = line
      } else if (state === 'closing') {
        // "" is a quotation mark within the cell; a mark before any other character did not end the cell.
        state = 'quoted'
      } else state = 'bare'
    }
  }
  if (state === 'quoted')
    throw new Refusal(`The quotation mark opened on line ${quotedFrom} is never closed.`)
  return { records: length > 0 ? records + 1 : records, blank }
}

const tooLong = (line: number, quotedFrom?: number): Refusal =>
  new Refusal(
    quotedFrom === undefined
      ? `The row on line ${line} is longer than a million characters: is this a table?`
      : `The cell on line ${quotedFrom} is longer than a million characters: a quotation mark there is probably never closed.`,
  )
