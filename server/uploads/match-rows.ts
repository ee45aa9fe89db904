import { sql, type Transaction } from 'kysely'
import { maxEmailMisses } from '../../contract/money/upload-file.ts'
import type { Database } from '../platform/db/db.ts'
import { enqueue, completeJob, type JobRef, type Worker } from '../platform/db/queue.ts'
import type { Tables } from '../platform/db/tables.ts'
import { companyOfRow } from './company-row.ts'
import { matchCompanies } from './company-matches.ts'
import { lookupsIn, type Lookups } from './lookups.ts'
import type { Outcome } from './outcome.ts'
import { bytesOf } from './parts.ts'
import { matchPeople } from './person-matches.ts'
import { personOfRow } from './person-row.ts'
import { padRow } from './read-file.ts'
import { recount } from './rows.ts'
import { openTable } from './table.ts'
import { Unreadable } from '../workbook/unreadable.ts'
import type { StoredUpload } from './uploads.ts'
import { valuesOf } from './values.ts'

type Trx = Transaction<Tables>

export const matchJob = 'upload-match'

/** Or resumes it after a failure; state and job are written in one transaction. */
export const startMatching = async (trx: Trx, orgId: string, id: string): Promise<void> => {
  await trx
    .updateTable('upload')
    .set({ state: 'MATCHING', reason: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await enqueue(trx, { orgId, kind: matchJob, id })
}

export type Matching = {
  db: Database
  batch?: number
  /** Addresses per day without a match; the contract's limit by default. */
  maxMisses?: number
  afterBatch?: (done: number) => Promise<void> | void
}

/** Each batch is stored with the position, so that the next run resumes there. */
export const matchWorker = (parts: Matching): Worker => ({
  run: (job) => run(parts, job),
  giveUp: ({ orgId, id }) =>
    parts.db.asOrg(orgId, (trx) =>
      failUpload(
        trx,
        id,
        'Something went wrong while matching. Your matches so far are safe. Try again.',
      ),
    ),
})

const run = async (
  { db, batch = 500, maxMisses = maxEmailMisses, afterBatch }: Matching,
  job: JobRef,
): Promise<void> => {
  const upload = await db.asOrg(job.orgId, (trx) => claimRun(trx, job.id))
  if (!upload) return
  const lookups = lookupsIn(db, { orgId: job.orgId, maxEmailMisses: maxMisses })
  try {
    for await (const { rows, outcomes } of ahead(batchesOf(db, upload, batch), (rows) =>
      matchRows(upload, rows, lookups),
    )) {
      if (!(await db.asOrg(job.orgId, (trx) => writeBatch(trx, upload, rows, outcomes)))) return
      upload.done += rows.length
      await afterBatch?.(upload.done)
    }
    await db.asOrg(job.orgId, async (trx) => {
      if (!(await stillOurs(trx, upload, { done: upload.done }))) return
      await recount(trx, upload.id, 'MATCHED')
      await completeJob(trx, job)
    })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    await db.asOrg(job.orgId, (trx) => failUpload(trx, job.id, error.message))
  }
}

/** The next batch is looked up while this one is written. */
async function* ahead(
  batches: AsyncIterable<string[][]>,
  match: (rows: string[][]) => Promise<Outcome[]>,
): AsyncGenerator<{ rows: string[][]; outcomes: Outcome[] }, void, undefined> {
  let before: { rows: string[][]; outcomes: Promise<Outcome[]> } | null = null
  for await (const rows of batches) {
    const outcomes = match(rows)
    // Prevents an unhandled rejection if this round fails before the next one awaits it.
    outcomes.catch(() => undefined)
    if (before !== null) yield { rows: before.rows, outcomes: await before.outcomes }
    before = { rows, outcomes }
  }
  if (before !== null) yield { rows: before.rows, outcomes: await before.outcomes }
}

const claimRun = (trx: Trx, id: string): Promise<StoredUpload | undefined> =>
  trx
    .updateTable('upload')
    .set({ attempt: sql`attempt + 1` })
    .where('id', '=', id)
    .where('state', '=', 'MATCHING')
    .returningAll()
    .$castTo<StoredUpload>()
    .executeTakeFirst()

/** A row has up to two million, and a statement with many of those would stall the embedded database. */
const maxCharacters = 1_000_000

async function* batchesOf(
  db: Database,
  { org_id: orgId, id, read, done }: StoredUpload,
  size: number,
): AsyncGenerator<string[][], void, undefined> {
  const table = await openTable(bytesOf(db, orgId, id))
  let left = (read?.headerRow ?? 0) + done
  let batch: string[][] = []
  let characters = 0
  for await (const { cells } of table.records()) {
    if (left > 0) {
      left--
      continue
    }
    batch.push(padRow(cells, read?.width ?? cells.length))
    for (const cell of cells) characters += cell.length
    if (batch.length < size && characters < maxCharacters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

const matchRows = (
  { category, columns }: StoredUpload,
  rows: readonly string[][],
  lookups: Lookups,
): Promise<Outcome[]> => {
  const fields = (columns ?? []).map(({ field }) => field)
  const values = rows.map((cells) => valuesOf(cells, fields))
  return category === 'company'
    ? matchCompanies(lookups, values.map(companyOfRow))
    : matchPeople(lookups, values.map(personOfRow))
}

/** False if a newer run exists or the upload was deleted. */
const writeBatch = async (
  trx: Trx,
  upload: StoredUpload,
  rows: readonly string[][],
  outcomes: readonly Outcome[],
): Promise<boolean> => {
  if (!(await stillOurs(trx, upload, { done: upload.done + rows.length }))) return false
  const column = (of: (outcome: Outcome) => unknown): unknown[] => outcomes.map(of)
  await sql`
    insert into upload_row (org_id, upload_id, row, cells, state, record_id, score, reason, candidates)
    select ${upload.org_id}, ${upload.id}::uuid, ${upload.done} + ordinal, cells::jsonb, state, id, score, reason, candidates::jsonb
    from unnest(
      ${rows.map((cells) => JSON.stringify(cells))}::text[],
      ${column((outcome) => outcome.state)}::text[],
      ${column((outcome) => outcome.recordId)}::uuid[],
      ${column((outcome) => outcome.score)}::int[],
      ${column((outcome) => outcome.reason)}::text[],
      ${column((outcome) => JSON.stringify(outcome.candidates))}::text[]
    ) with ordinality as found (cells, state, id, score, reason, candidates, ordinal)`.execute(trx)
  return true
}

const stillOurs = async (
  trx: Trx,
  upload: StoredUpload,
  change: { done: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('upload')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', upload.id)
    .where('state', '=', 'MATCHING')
    .where('attempt', '=', upload.attempt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

const failUpload = async (trx: Trx, id: string, reason: string): Promise<void> => {
  await trx
    .updateTable('upload')
    .set({ state: 'FAILED', reason, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'MATCHING')
    .execute()
}
