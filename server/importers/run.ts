import { mkdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { dayOf } from '../../contract/core/days.ts'
import type { Database } from '../platform/db/db.ts'
import { addSignals } from '../signals/add-signals.ts'
import { blankMemory, type Run } from './batch.ts'
import { delistedSignals } from './changes.ts'
import { newClaims } from './claims.ts'
import { newSummary, noteRejects } from './tally.ts'
import { survey } from './delimited.ts'
import { openFile, type TextFile } from './file.ts'
import { importerFor, importers } from './importers.ts'
import type { Reading, Row } from './importer.ts'
import { delist, lastEdition, openListing, type OpenListing } from './listing.ts'
import type { Mapping } from './mapping.ts'
import { createPeopleIndex } from './people-index.ts'
import { Refusal } from '../platform/refusal.ts'
import { rejectFile, type RejectFile } from './reject-file.ts'
import { endRun, startRun } from './run-record.ts'
import { sheetFile } from './sheet-file.ts'
import type { Summary } from './summary.ts'
import { prepareRows, writeRows, type PreparedRows, type WriteJob } from './write-rows.ts'

export type ImportRequest = {
  path: string
  format: string
  /** Of the original, when `path` is a copy (YYYY-MM-DD). */
  name?: string
  modified?: string
  mapping?: Mapping
  dryRun?: boolean
  force?: boolean
  /** By head office; ISO codes. */
  countries?: readonly string[]
  rejectFolder: string
  /** Of its record; a repeated run overwrites it. */
  runId?: string
  onProgress?: (progress: Progress) => void
  signal?: AbortSignal
}

export type Progress = { step: 'checking' | 'importing'; bytes: number; size: number; rows: number }

/**
 * Throws a Refusal before the first write for a wrong format, broken encoding, unclosed quotation mark or truncated list. Each
 * batch is written completely or not at all; after a crash the same command resumes, because written rows match again and change
 * nothing.
 */
export const importFile = async (db: Database, request: ImportRequest): Promise<Summary> => {
  const sheet = await sheetOf(request)
  if (sheet === undefined) return importText(db, request)
  const { name = basename(request.path), modified = dayOf((await stat(request.path)).mtime) } =
    request
  try {
    return await importText(db, { ...request, path: sheet.path, name, modified })
  } finally {
    await sheet.remove()
  }
}

/** Undefined if the file is no workbook. */
const sheetOf = ({ path, format, name = basename(path) }: ImportRequest) => {
  const importer = importers.find(({ id }) => id === format)
  return sheetFile(path, (text) => importer?.sniff({ text, name, modified: '' }))
}

const importText = async (db: Database, request: ImportRequest): Promise<Summary> => {
  const began = performance.now()
  const file = await openFile(request.path, request)
  const importer = importerFor(request.format, file.head)
  const reading = importer.open(file.head, { mapping: request.mapping })
  await checkWhole(file, reading, request)
  const listing = await openListing(db, file, reading, request.force === true)
  const summary = newSummary(importer, reading, file, request.dryRun === true)
  const id = request.dryRun === true ? undefined : await startRun(db, summary, request.runId)
  const rejects = await openRejects(request, file, reading)
  try {
    const history = {
      follows: listing?.follows === true,
      lastEdition: reading.register === true ? await lastEdition(db.owner, reading) : undefined,
    }
    await importRows({
      db,
      file,
      reading,
      request,
      summary,
      rejects,
      listing,
      history,
      dryRun: request.dryRun === true,
      countries: request.countries,
      run: newRun(reading, listing, request.dryRun === true),
    })
    summary.notes.push(
      ...reading.notes.filter((text) => !summary.notes.includes(text)).slice(0, 20),
    )
    if (listing && summary.listing) {
      const dropped = listing.leaving.filter((entry) => !listing.met.has(entry.id))
      if (request.dryRun !== true)
        await delist(db, dropped, reading, (trx, companies) =>
          addSignals(trx, delistedSignals(companies, reading), new Date()),
        )
      summary.listing.delisted = dropped.map(({ ticker, name }) => ({ ticker, name }))
    }
    const path = await rejects?.close()
    if (path !== undefined) summary.rejectFile = path
    summary.seconds = (performance.now() - began) / 1000
    summary.rowsPerSecond = Math.round(summary.rows / Math.max(summary.seconds, 0.001))
    if (id !== undefined) await endRun(db, id, summary)
    return summary
  } catch (error) {
    await rejects?.close().catch(() => undefined)
    const failed = error instanceof Error ? error.message : String(error)
    if (id !== undefined) await endRun(db, id, { ...summary, failed }).catch(() => undefined)
    throw error
  }
}

const batchSize = 1000

type Job = WriteJob & {
  file: TextFile
  request: ImportRequest
  rejects: RejectFile | undefined
}

const importRows = async (job: Job): Promise<void> => {
  const { file, reading, request, summary } = job
  let bytes = 0
  const reportProgress = (): void =>
    request.onProgress?.({ step: 'importing', bytes, size: file.size, rows: summary.rows })
  const batches = prepared(job, reading.rows(file.bytes((read) => (bytes = read))))
  let next = batches.next()
  try {
    for (;;) {
      const batch = await next
      if (batch.done === true) break
      next = batches.next()
      next.catch(() => undefined)
      const rejects = await writeRows(job, batch.value)
      noteRejects(rejects, summary)
      await job.rejects?.write(rejects)
      reportProgress()
      if (request.signal?.aborted === true)
        throw new Refusal(
          request.dryRun === true
            ? `Stopped after ${summary.rows} rows.`
            : `Stopped after ${summary.rows} rows, all saved. Run the same command again to continue.`,
        )
    }
  } finally {
    await batches.return(undefined)
  }
}

const newRun = (reading: Reading, listing: OpenListing | undefined, dryRun: boolean): Run => ({
  attribution: reading,
  claims: newClaims(),
  leaving: new Set(listing?.leaving.map(({ ticker }) => ticker)),
  ...(dryRun && { memory: blankMemory(), people: createPeopleIndex() }),
})

/** The next batch is read and looked up while this one is written. */
async function* prepared(
  job: Job,
  rows: AsyncIterable<Row>,
): AsyncGenerator<PreparedRows, undefined, undefined> {
  for await (const batch of inBatches(rows, batchSize)) yield await prepareRows(job, batch)
  return undefined
}

async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[], undefined, undefined> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
  return undefined
}

const checkWhole = async (
  file: TextFile,
  reading: Reading,
  { onProgress }: ImportRequest,
): Promise<void> => {
  if (reading.endsWith !== undefined && !file.tail.includes(reading.endsWith))
    throw new Refusal(`The file is cut off: it does not end with ${reading.endsWith}.`)
  const bytes = file.bytes((read) =>
    onProgress?.({ step: 'checking', bytes: read, size: file.size, rows: 0 }),
  )
  if (reading.count && (await reading.count(bytes)) === 0)
    throw new Refusal('The file has no rows.')
  if (reading.delimiter === undefined) return
  const { records } = await survey(bytes, reading.delimiter)
  if (records <= reading.headings) throw new Refusal('The file has a heading and no rows.')
}

const openRejects = async (
  request: ImportRequest,
  file: TextFile,
  reading: Reading,
): Promise<RejectFile | undefined> => {
  if (request.dryRun === true) return undefined
  await mkdir(request.rejectFolder, { recursive: true })
  const name = file.head.name.replace(/\.\w{1,5}$/, '')
  return rejectFile(join(request.rejectFolder, `${name}.rejected.csv`), reading.columns)
}
