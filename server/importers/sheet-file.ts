import { createWriteStream } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import { Refusal } from '../platform/refusal.ts'
import { createBudget } from '../workbook/budget.ts'
import type { SheetRow } from '../workbook/sheet.ts'
import { Unreadable } from '../workbook/unreadable.ts'
import { openSheets } from '../workbook/workbook.ts'
import { maxCell } from './delimited.ts'

export type SheetFile = { path: string; remove(): Promise<void> }

/** A workbook is in memory as a whole. */
const maxBytes = 50_000_000

/**
 * Of a workbook the first sheet whose start `fits`, as a CSV file: its lines have the numbers of the rows. Undefined if the file is
 * no archive. Throws a Refusal for a damaged or oversized workbook, and with the reason of the first sheet if none fits.
 */
export const sheetFile = async (
  path: string,
  misfit: (text: string) => string | undefined,
): Promise<SheetFile | undefined> => {
  if (!(await isArchive(path))) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-sheet-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const csv = join(folder, 'sheet.csv')
    await writeSheet(await readFile(path), misfit, csv)
    return { path: csv, remove }
  } catch (error) {
    await remove()
    throw error instanceof Unreadable ? new Refusal(error.message, { cause: error }) : error
  }
}

const isArchive = async (path: string): Promise<boolean> => {
  const handle = await open(path).catch(() => undefined)
  if (handle === undefined) return false
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    if (buffer.toString('latin1') !== 'PK\x03\x04') return false
    if ((await handle.stat()).size > maxBytes)
      throw new Refusal(
        'This file is a zip archive, or a workbook of more than 50 MB. Unpack it, or save the sheet as CSV, first.',
      )
    return true
  } finally {
    await handle.close()
  }
}

/** The most lines of notes above a header, with which it is recognised. */
const headRows = 20

const writeSheet = async (
  file: Buffer,
  misfit: (text: string) => string | undefined,
  into: string,
): Promise<void> => {
  let reason: string | undefined
  for await (const { name, rows } of openSheets(file, maxCell, createBudget())) {
    const lines = csvLines(rows)[Symbol.asyncIterator]()
    const head: string[] = []
    while (head.length < headRows) {
      const next = await lines.next()
      if (next.done === true) break
      head.push(next.value)
    }
    const fault = misfit(head.join(''))
    if (fault === undefined) {
      await pipeline(joined(head, { [Symbol.asyncIterator]: () => lines }), createWriteStream(into))
      return
    }
    reason ??= `Sheet ${name}: ${fault}`
  }
  throw new Refusal(reason ?? 'This workbook is empty.')
}

async function* joined(
  head: readonly string[],
  rest: AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  yield* head
  yield* rest
}

/** A row ends at its last cell with a text, and a row of a table has as many cells as the others. */
async function* csvLines(rows: AsyncIterable<SheetRow>): AsyncGenerator<string, void, undefined> {
  let written = 0
  let width = 0
  for await (const { line, cells } of rows) {
    width = Math.max(width, cells.length)
    const blank = '\n'.repeat(line > lastRow ? 0 : Math.max(0, line - written - 1))
    written = Math.max(line, written + 1)
    const padded = [...cells, ...Array<string>(width - cells.length).fill('')]
    yield blank + stringify([padded.map((cell) => cell.replace(/\r\n|\r|\n/g, ' '))])
  }
}

/** Of any sheet. */
const lastRow = 1_048_576
