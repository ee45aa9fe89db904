import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../platform/db/db.ts'
import {
  addCompanies,
  addPeople,
  holdClock,
  nextTick,
  saveCompanies,
  savePeople,
} from '../records/store.ts'
import { noteListed } from '../do-not-call/admit-people.ts'
import { marketPhoneKey } from '../do-not-call/phone-key.ts'
import { addSignals } from '../signals/add-signals.ts'
import { blankMemory, planBatch, type DraftRow, type Plan, type Run } from './batch.ts'
import { changeSignals, delistedSignals, type History } from './changes.ts'
import { newClaims } from './claims.ts'
import { newSummary, note, noteOutcomes, noteRejects, splitRows } from './tally.ts'
import { createPeopleIndex } from './people-index.ts'
import { planAwards, type AwardPlan, type AwardRow } from './awards.ts'
import { amendSignals } from '../signals/amend-signals.ts'
import { planPeople, type PeoplePlan, type PersonRow } from './people-batch.ts'
import { survey } from './delimited.ts'
import { openFile, type TextFile } from './file.ts'
import { importerFor } from './importers.ts'
import type { Reading } from './importer.ts'
import { delist, lastEdition, openListing, type OpenListing } from './listing.ts'
import type { Mapping } from './mapping.ts'
import { Refusal } from '../platform/refusal.ts'
import { rejectFile, type RejectFile } from './reject-file.ts'
import { endRun, startRun } from './run-record.ts'
import type { Summary } from './summary.ts'

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
  const began = performance.now()
  const file = await openFile(request.path, request)
  const importer = importerFor(request.format, file.head)
  const reading = importer.open(file.head, { mapping: request.mapping })
  await checkWhole(file, reading, request)
  const listing = await openListing(db, file, reading, request.force === true)
  const summary = newSummary(importer, reading, file, request.dryRun === true)
  const id = request.dryRun === true ? undefined : await startRun(db, summary)
  const rejects = await openRejects(request, file, reading)
  try {
    const history = {
      follows: listing?.follows === true,
      lastEdition: reading.register === true ? await lastEdition(db.owner, reading) : undefined,
    }
    await importRows({ db, file, reading, request, summary, rejects, listing, history })
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

type Job = {
  db: Database
  file: TextFile
  reading: Reading
  request: ImportRequest
  summary: Summary
  rejects: RejectFile | undefined
  listing: OpenListing | undefined
  history: History
}

const importRows = async (job: Job): Promise<void> => {
  const { file, reading, request, summary, listing } = job
  const run = newRun(reading, listing, request.dryRun === true)
  let bytes = 0
  const reportProgress = (): void =>
    request.onProgress?.({ step: 'importing', bytes, size: file.size, rows: summary.rows })
  const batches = inBatches(reading.rows(file.bytes((read) => (bytes = read))), batchSize)
  let next = batches.next()
  try {
    for (;;) {
      const batch = await next
      if (batch.done === true) break
      next = batches.next()
      next.catch(() => undefined)
      const { companies, people, awards, rejects } = splitRows(
        batch.value,
        request.countries,
        summary,
      )
      const plan = await writeCompanies(job, companies, run)
      note(plan, summary, listing)
      const peoplePlan = await writePeople(job, people, run)
      noteOutcomes(peoplePlan.outcomes, peoplePlan.employers, summary)
      const awardPlan = await writeAwards(job, awards, run)
      noteOutcomes(awardPlan.outcomes, awardPlan.suppliers, summary)
      const all = [
        ...rejects,
        ...plan.rejects,
        ...peoplePlan.rejects,
        ...awardPlan.rejects,
      ].toSorted((a, b) => a.line - b.line)
      noteRejects(all, summary)
      await job.rejects?.write(all)
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

const writeCompanies = (
  { db, reading, history, request }: Job,
  drafts: readonly DraftRow[],
  run: Run,
): Promise<Plan> => {
  if (drafts.length === 0) return Promise.resolve({ rows: [], rejects: [], added: [], changed: [] })
  return db.bulk(async (bulk) => {
    const { trx } = bulk
    // The planner overrates these lookups, and JIT compilation takes ten times as long as they run.
    await sql`set local jit = off`.execute(trx)
    if (request.dryRun === true) return planBatch(trx, drafts, run)
    await holdClock(trx)
    const plan = await planBatch(trx, drafts, run)
    if (plan.added.length + plan.changed.length === 0) return plan
    const seq = await nextTick(trx)
    await addCompanies(bulk, plan.added, seq)
    await saveCompanies(trx, plan.changed, seq)
    // Same transaction: a signal exists if and only if its change does.
    await addSignals(trx, changeSignals(plan, reading, history), new Date())
    return plan
  })
}

const noPeople: PeoplePlan = {
  outcomes: [],
  rejects: [],
  employers: [],
  added: [],
  changed: [],
  signals: [],
  listedNumbers: [],
}

const writePeople = async (
  { db, request }: Job,
  rows: readonly PersonRow[],
  run: Run,
): Promise<PeoplePlan> => {
  if (rows.length === 0) return noPeople
  return db.bulk(async (bulk) => {
    const { trx } = bulk
    await sql`set local jit = off`.execute(trx)
    if (request.dryRun === true) return planPeople(trx, rows, run)
    await holdClock(trx)
    const plan = await planPeople(trx, rows, run)
    const { seenAt } = run.attribution
    await noteListed(
      trx,
      plan.listedNumbers.flatMap((phone): [string, string][] => {
        const number = marketPhoneKey(phone)
        return number === null ? [] : [[number, seenAt]]
      }),
    )
    if (plan.added.length + plan.changed.length === 0) return plan
    const seq = await nextTick(trx)
    await addCompanies(bulk, plan.employers, seq)
    await addPeople(bulk, plan.added, seq)
    await savePeople(trx, plan.changed, seq)
    await addSignals(trx, plan.signals, new Date())
    return plan
  })
}

const writeAwards = async (
  { db, request }: Job,
  rows: readonly AwardRow[],
  run: Run,
): Promise<AwardPlan> => {
  if (rows.length === 0) return { outcomes: [], rejects: [], suppliers: [], added: [], amended: [] }
  return db.bulk(async (bulk) => {
    const { trx } = bulk
    await sql`set local jit = off`.execute(trx)
    if (request.dryRun === true) return planAwards(trx, rows, run)
    await holdClock(trx)
    const plan = await planAwards(trx, rows, run)
    if (plan.suppliers.length > 0) await addCompanies(bulk, plan.suppliers, await nextTick(trx))
    await addSignals(trx, plan.added, new Date())
    await amendSignals(trx, plan.amended)
    return plan
  })
}

const newRun = (reading: Reading, listing: OpenListing | undefined, dryRun: boolean): Run => ({
  attribution: reading,
  claims: newClaims(),
  leaving: new Set(listing?.leaving.map(({ ticker }) => ticker)),
  ...(dryRun && { memory: blankMemory(), people: createPeopleIndex() }),
})

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
