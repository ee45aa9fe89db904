import { exportColumns } from '../../contract/records/export-columns.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import type { StoredFile } from '../platform/db/tables.ts'
import { customerOf, policiesOf } from '../customer/customer.ts'
import { cellsOf, headersOf } from './cells.ts'
import type { Cell } from '../platform/csv.ts'
import { byteOrderMark, csvLine } from '../platform/csv.ts'
import type { OutgoingRow, Run, Target } from './ports.ts'
import type { Request } from './store.ts'
import { xlsxBytes } from './xlsx.ts'

/** The key stays secret until the request ends. */
export const fileTarget = (files: FileStore): Target => ({
  ends: 'DOWNLOAD_FILE_GENERATED',
  deliver: async (run) => {
    const { request } = run
    const customer = await run.db.asOrg(request.org_id, customerOf)
    const policies = policiesOf(customer)
    return writeLines(files, request, linesOf(run, policies))
  },
})

/** Writes a request's file, in its format. */
export const writeLines = async (
  files: FileStore,
  request: Request,
  lines: AsyncIterable<readonly Cell[]>,
): Promise<StoredFile> => {
  const key = keyOf(request)
  const content = request.format === 'xlsx' ? xlsxBytes('Fieldbook', lines) : csvOf(lines)
  const bytes = await files.write(key, content)
  return { key, name: nameOf(request), bytes }
}

export const removeRuns = async (
  files: FileStore,
  request: Request,
  { from = 1, to }: { from?: number; to: number },
): Promise<void> => {
  for (let run = from; run < to; run++) await files.remove(keyOf({ ...request, run }))
}

/** One file per run, under a name that can be computed again. Ids of organisations come from Clerk, so other characters are replaced. */
const keyOf = ({ org_id: org, id, run, format }: Request): string =>
  `${org.replaceAll(/[^\w-]/g, '_')}/${id}-${run}.${format}`

const nameOf = ({ name, format }: Request): string => {
  const plain = name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${plain.replace(/^\.+/, '') || 'download'}.${format}`
}

async function* csvOf(lines: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let text = byteOrderMark
  for await (const line of lines) {
    text += csvLine(line)
    if (text.length < pieceSize) continue
    yield text
    text = ''
  }
  yield text
}

const pieceSize = 1 << 16

async function* linesOf(
  run: Run,
  policies: Parameters<typeof cellsOf>[2],
): AsyncGenerator<readonly Cell[]> {
  const { columns, category, own_columns: own } = run.request
  yield [...own, ...besides(own, headersOf(exportColumns[category], columns))]
  let done = 0
  for await (const batch of run.batches()) {
    if (done > 0) await run.progress(done)
    const missing = batch.filter(isMissing)
    if (missing.length > 0)
      await run.reportOutcomes(
        missing.map(({ row }) => ({
          row,
          outcome: 'failed' as const,
          reason: 'This record was deleted.',
        })),
      )
    for (const row of batch) {
      if (row.delivered === null && own.length === 0) continue
      const cells = own.map((_, index) => row.own[index] ?? null)
      yield [
        ...cells,
        ...(row.delivered ? cellsOf(row.delivered, columns, policies) : columns.map(() => null)),
      ]
    }
    done = batch.at(-1)?.row ?? done
  }
}

/** Deleted between pricing and delivery. */
const isMissing = (row: OutgoingRow): boolean =>
  row.delivered === null && row.recordId !== null && row.outcome === null

const besides = (own: readonly string[], headers: readonly string[]): string[] => {
  const existing = new Set(own.map((header) => header.trim().toLowerCase()))
  return headers.map((header) =>
    existing.has(header.toLowerCase()) ? `${header} (found)` : header,
  )
}
