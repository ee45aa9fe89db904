import type { Preview } from '../../contract/money/uploads.ts'
import { uploadLimits } from '../../contract/money/upload-file.ts'
import { headerRowOf } from './header-row.ts'
import { openTable, type Bytes, type TableOptions } from './table.ts'
import { Unreadable } from '../workbook/unreadable.ts'

export type ReadFile = Pick<
  Preview,
  'format' | 'encoding' | 'delimiter' | 'sheet' | 'headerRow'
> & {
  /** Without blank rows, with the header and titles above it. */
  records: number
  width: number
  /** Of all cells, and one more for each: a workbook of a few kilobytes may have millions. */
  characters: number
  sample: string[][]
}

const sampled = 70
const longestShown = 200

/** Checks every limit; throws Unreadable with the row and column that exceeds it. */
export const readFile = async (bytes: Bytes, options: TableOptions = {}): Promise<ReadFile> => {
  const { records: all, ...table } = await openTable(bytes, options)
  const { rows, columns, cell } = uploadLimits
  const sample: string[][] = []
  let records = 0
  let width = 0
  let characters = 0
  for await (const { line, cells } of all()) {
    records++
    if (records > rows + maxAbove)
      throw new Unreadable(
        `The file has more than ${counted(rows)} rows. Split it and upload each part.`,
        { pointer: `/rows/${line}`, code: 'too-many-rows' },
      )
    if (cells.length > columns)
      throw new Unreadable(
        `Row ${line} has ${counted(cells.length)} columns. The maximum is ${columns}.`,
        { pointer: `/rows/${line}`, code: 'too-many-columns' },
      )
    const long = cells.findIndex((text) => text.length > cell)
    if (long !== -1)
      throw new Unreadable(
        `The cell in row ${line}, column ${long + 1} is longer than ${counted(cell)} characters. Shorten it and try again.`,
        { pointer: `/rows/${line}/columns/${long + 1}`, code: 'cell-too-long' },
      )
    width = Math.max(width, cells.length)
    for (const text of cells) characters += text.length
    if (sample.length < sampled) sample.push(cells.map(shown))
  }
  if (records === 0) throw new Unreadable('This file has no rows.')
  const headerRow = headerRowOf(sample)
  characters += records * width
  const read: ReadFile = { ...table, headerRow, records, width, characters, sample }
  if (rowsOf(read, headerRow) === 0) throw new Unreadable('This file has headings but no rows.')
  if (rowsOf(read, headerRow) > rows)
    throw new Unreadable(
      `The file has more than ${counted(rows)} rows. Split it and upload each part.`,
      { code: 'too-many-rows' },
    )
  return read
}

const maxAbove = 50

export const rowsOf = ({ records }: Pick<ReadFile, 'records'>, headerRow: number | null): number =>
  records - (headerRow ?? 0)

export const headingsOf = ({ sample, width }: ReadFile, headerRow: number | null): string[] =>
  padRow(headerRow === null ? [] : (sample[headerRow - 1] ?? []), width).map((text) => text.trim())

export const padRow = (cells: readonly string[], width: number): string[] =>
  cells.length === width
    ? [...cells]
    : [...cells.slice(0, width), ...Array<string>(Math.max(0, width - cells.length)).fill('')]

const shown = (cell: string): string =>
  cell.length <= longestShown ? cell : `${copied(cell.slice(0, longestShown - 1).toWellFormed())}…`

/** Copies a slice, because a slice keeps its whole string in memory: 14,000 of them would hold 140 MB. */
const copied = (slice: string): string => Buffer.from(slice).toString()
const counted = (count: number): string => count.toLocaleString('en-AU')
