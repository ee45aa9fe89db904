import type { Preview } from '../../contract/money/uploads.ts'
import { uploadLimits } from '../../contract/money/upload-file.ts'
import { Refusal } from '../platform/refusal.ts'
import { delimitedRecords, delimiterOf, survey } from '../importers/delimited.ts'
import { asUtf8, encodingOf } from '../importers/encoding.ts'
import { markupReason } from '../importers/sniff.ts'
import { Unreadable } from '../workbook/unreadable.ts'
import { createBudget, workbookLimits, type Budget } from '../workbook/budget.ts'
import { openWorkbook } from '../workbook/workbook.ts'

export type TableRecord = { line: number; cells: string[] }

/** `records` reads from the start, once. */
export type Table = Pick<Preview, 'format' | 'encoding' | 'delimiter' | 'sheet'> & {
  records(): AsyncIterable<TableRecord>
}

/** From the start; called several times. */
export type Bytes = () => AsyncIterable<Uint8Array>

export type TableOptions = {
  /** If it is in memory already; a workbook needs all of its bytes. */
  whole?: Buffer
  budget?: Budget
}

/** CSV, TSV, semicolon- or bar-separated in any supported encoding, or a workbook. Throws Unreadable for anything else. */
export const openTable = async (
  bytes: Bytes,
  { whole, budget = createBudget() }: TableOptions = {},
): Promise<Table> => {
  const start = await headOf(bytes, 8)
  if (start.length === 0) throw new Unreadable('This file is empty.')
  try {
    if (!isZip(start)) return await delimitedTable(bytes)
    return await workbookTable(whole ?? (await allOf(bytes)), budget)
  } catch (error) {
    throw error instanceof Refusal ? unreadable(error) : error
  }
}

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

const workbookTable = async (file: Buffer, budget: Budget): Promise<Table> => {
  const sheet = await openWorkbook(file, uploadLimits.cell, budget)
  return {
    format: 'xlsx',
    encoding: null,
    delimiter: null,
    sheet: sheet.name,
    records: () => cleaned(sheet.rows),
  }
}

const allOf = async (bytes: Bytes): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of bytes()) parts.push(part)
  return Buffer.concat(parts)
}

const headLength = 65_536

const delimitedTable = async (bytes: Bytes): Promise<Table> => {
  const encoding = await encodingOf(bytes())
  const utf8 = (): AsyncIterable<Uint8Array> => asUtf8(bytes(), encoding)
  const head = (await headOf(utf8, headLength)).toString('utf8')
  if (head.trim() === '') throw new Unreadable('This file is empty.')
  const markup = markupReason(head)
  if (markup !== undefined) throw new Unreadable(`This file is ${markup}, not a table.`)
  const delimiter = delimiterOf(head)
  const { records, blank } = await survey(utf8(), delimiter)
  // Blank rows are left out of the table, but reading them costs time.
  if (records + blank > workbookLimits.rows)
    throw new Unreadable(
      'This file has over a million rows, including blank ones. Delete the blank rows and upload it again.',
      {
        code: 'too-many-rows',
      },
    )
  return {
    format: 'csv',
    encoding,
    delimiter,
    sheet: null,
    records: () => cleaned(readable(delimitedRecords(utf8(), delimiter))),
  }
}

const headOf = async (bytes: Bytes, length: number): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  let received = 0
  for await (const part of bytes()) {
    parts.push(part)
    received += part.length
    if (received >= length) break
  }
  return Buffer.concat(parts).subarray(0, length)
}

const unreadable = (refusal: Refusal): Unreadable => {
  const line = /\bline (\d+)/i.exec(refusal.message)?.[1]
  return new Unreadable(refusal.message, line === undefined ? {} : { pointer: `/rows/${line}` })
}

async function* readable(records: AsyncIterable<TableRecord>): AsyncIterable<TableRecord> {
  try {
    yield* records
  } catch (error) {
    throw error instanceof Refusal ? unreadable(error) : error
  }
}

/** Databases cannot store them: control characters become blanks, unpaired surrogates U+FFFD. */
async function* cleaned(records: AsyncIterable<TableRecord>): AsyncIterable<TableRecord> {
  for await (const { line, cells } of records) {
    let blank = true
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at] ?? ''
      if (cell === '') continue
      const cleanCell = clean(cell)
      if (cleanCell !== cell) cells[at] = cleanCell
      blank &&= cleanCell.trim() === ''
    }
    if (!blank) yield { line, cells }
  }
}

const clean = (cell: string): string =>
  (control.test(cell) ? cell.replace(controls, ' ') : cell).toWellFormed()

const control = /[^\P{Cc}\t\n\r]/u
const controls = /[^\P{Cc}\t\n\r]/gu
