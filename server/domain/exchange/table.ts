import type { Preview } from '../../../contract/exchange.ts'
import { uploadLimits } from '../../../contract/upload-file.ts'
import { Refusal } from '../../platform/refusal.ts'
import { delimitedRecords, delimiterOf, survey } from '../importing/delimited.ts'
import { asUtf8, encodingOf } from '../importing/encoding.ts'
import { markupReason } from '../importing/sniffing.ts'
import { Unreadable } from './unreadable.ts'
import { openWorkbook } from './workbook/workbook.ts'

/** A row that holds something, with its line or row number in the file. */
export type TableRecord = { line: number; cells: string[] }

/** A file that turned out to be a table; `records` reads it from the start, and not again before it has come to its end. */
export type Table = Pick<Preview, 'format' | 'encoding' | 'delimiter' | 'sheet'> & {
  records(): AsyncIterable<TableRecord>
}

/** How to read the bytes of a file from its start; asked several times. */
export type Bytes = () => AsyncIterable<Uint8Array>

/** Opens a CSV, TSV, semicolon- or bar-separated file in any of its encodings, or a workbook. Throws Unreadable for anything else. */
export const openTable = async (bytes: Bytes): Promise<Table> => {
  const start = await headOf(bytes, 8)
  if (start.length === 0) throw new Unreadable('The file is empty.')
  try {
    return isZip(start) ? await workbookTable(bytes) : await delimitedTable(bytes)
  } catch (error) {
    throw error instanceof Refusal ? unreadable(error) : error
  }
}

const isZip = (start: Buffer): boolean => start.toString('latin1').startsWith('PK\x03\x04')

const workbookTable = async (bytes: Bytes): Promise<Table> => {
  const parts: Uint8Array[] = []
  for await (const part of bytes()) parts.push(part)
  const sheet = await openWorkbook(Buffer.concat(parts), uploadLimits.cell)
  return {
    format: 'xlsx',
    encoding: null,
    delimiter: null,
    sheet: sheet.name,
    records: () => cleaned(sheet.rows()),
  }
}

const headLength = 65_536

const delimitedTable = async (bytes: Bytes): Promise<Table> => {
  const encoding = await encodingOf(bytes())
  const utf8 = (): AsyncIterable<Uint8Array> => asUtf8(bytes(), encoding)
  const head = (await headOf(utf8, headLength)).toString('utf8')
  if (head.trim() === '') throw new Unreadable('The file is empty: it holds nothing but blanks.')
  const markup = markupReason(head)
  if (markup !== undefined) throw new Unreadable(`The file is ${markup}, not a table.`)
  const delimiter = delimiterOf(head)
  await survey(utf8(), delimiter)
  return {
    format: 'csv',
    encoding,
    delimiter,
    sheet: null,
    records: () => cleaned(delimitedRecords(utf8(), delimiter)),
  }
}

const headOf = async (bytes: Bytes, length: number): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  let held = 0
  for await (const part of bytes()) {
    parts.push(part)
    held += part.length
    if (held >= length) break
  }
  return Buffer.concat(parts).subarray(0, length)
}

/** The words of the readers that are shared with the importer, which name a line where there is one. */
const unreadable = (refusal: Refusal): Unreadable => {
  const line = /\bline (\d+)/i.exec(refusal.message)?.[1]
  return new Unreadable(refusal.message, line === undefined ? {} : { pointer: `/rows/${line}` })
}

/** Rows without what no database stores: control characters become blanks, halves of surrogate pairs the replacement character. */
async function* cleaned(records: AsyncIterable<TableRecord>): AsyncIterable<TableRecord> {
  for await (const { line, cells } of records) {
    let blank = true
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at] ?? ''
      if (cell === '') continue
      const kept = clean(cell)
      if (kept !== cell) cells[at] = kept
      blank &&= kept.trim() === ''
    }
    if (!blank) yield { line, cells }
  }
}

const clean = (cell: string): string =>
  (control.test(cell) ? cell.replace(controls, ' ') : cell).toWellFormed()

const control = /[^\P{Cc}\t\n\r]/u
const controls = /[^\P{Cc}\t\n\r]/gu
