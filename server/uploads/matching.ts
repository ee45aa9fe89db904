import { sql, type Transaction } from 'kysely'
import { maxEmailMisses } from '../../contract/money/upload-file.ts'
import type { Database } from '../platform/db/db.ts'
import { enqueue, settled, type JobRef, type Worker } from '../platform/db/queue.ts'
import type { Tables } from '../platform/db/tables.ts'
import { companyOfRow } from './company-row.ts'
import { matchCompanies } from './company-matches.ts'
import { lookupsIn, type Lookups } from './lookups.ts'
import type { Outcome } from './outcome.ts'
import { bytesOf } from './parts.ts'
import { matchPeople } from './person-matches.ts'
import { personOfRow } from './person-row.ts'
import { padded } from './reading.ts'
import { recount } from './rows.ts'
import { openTable } from './table.ts'
import { Unreadable } from './unreadable.ts'
import type { Kept } from './uploads.ts'
import { valuesOf } from './values.ts'

type Trx = Transaction<Tables>

/** The kind of the job that matches an upload. */
export const matchJob = 'upload-match'

/** Starts matching a mapped upload, or goes on where it failed; the job is there with the state or not at all. */
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
  /** Rows that are looked up and written at a time; 500 unless told. */
  batch?: number
  /** Addresses a day that an organisation may look up without finding a person; the contract's limit unless set. */
  maxMisses?: number
  /** Told after every batch; where it throws, the run is broken off there. */
  afterBatch?: (done: number) => Promise<void> | void
}

/** Matches uploads: a batch of rows at a time is looked up and written together with how far it is, so that whoever goes on begins where that stands. */
export const matchWorker = (parts: Matching): Worker => ({
  run: (job) => run(parts, job),
  giveUp: ({ orgId, id }) =>
    parts.db.asOrg(orgId, (trx) =>
      failed(
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
  const upload = await db.asOrg(job.orgId, (trx) => taken(trx, job.id))
  if (!upload) return
  const lookups = lookupsIn(db, { orgId: job.orgId, maxEmailMisses: maxMisses })
  try {
    for await (const { rows, outcomes } of ahead(batchesOf(db, upload, batch), (rows) =>
      matched(upload, rows, lookups),
    )) {
      if (!(await db.asOrg(job.orgId, (trx) => written(trx, upload, rows, outcomes)))) return
      upload.done += rows.length
      await afterBatch?.(upload.done)
    }
    await db.asOrg(job.orgId, async (trx) => {
      if (!(await stillOurs(trx, upload, { done: upload.done }))) return
      await recount(trx, upload.id, 'MATCHED')
      await settled(trx, job)
    })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    await db.asOrg(job.orgId, (trx) => failed(trx, job.id, error.message))
  }
}

/** Batches in their order with what became of their rows: the next is looked up while this one is written, so that the database and we both have something to do. */
async function* ahead(
  batches: AsyncIterable<string[][]>,
  match: (rows: string[][]) => Promise<Outcome[]>,
): AsyncGenerator<{ rows: string[][]; outcomes: Outcome[] }, void, undefined> {
  let before: { rows: string[][]; outcomes: Promise<Outcome[]> } | null = null
  for await (const rows of batches) {
    const outcomes = match(rows)
    // It is asked for in the next round, or not at all where this one fails.
    outcomes.catch(() => undefined)
    if (before !== null) yield { rows: before.rows, outcomes: await before.outcomes }
    before = { rows, outcomes }
  }
  if (before !== null) yield { rows: before.rows, outcomes: await before.outcomes }
}

/** Begins a run: from now on whatever an earlier one still writes is refused. */
const taken = (trx: Trx, id: string): Promise<Kept | undefined> =>
  trx
    .updateTable('upload')
    .set({ attempt: sql`attempt + 1` })
    .where('id', '=', id)
    .where('state', '=', 'MATCHING')
    .returningAll()
    .$castTo<Kept>()
    .executeTakeFirst()

/** Rows of the file that are not matched yet, as many cells each as it has columns. */
async function* batchesOf(
  db: Database,
  { org_id: orgId, id, read, done }: Kept,
  size: number,
): AsyncGenerator<string[][], void, undefined> {
  const table = await openTable(bytesOf(db, orgId, id))
  let left = (read?.headerRow ?? 0) + done
  let batch: string[][] = []
  for await (const { cells } of table.records()) {
    if (left > 0) {
      left--
      continue
    }
    batch.push(padded(cells, read?.width ?? cells.length))
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const matched = (
  { category, columns }: Kept,
  rows: readonly string[][],
  lookups: Lookups,
): Promise<Outcome[]> => {
  const fields = (columns ?? []).map(({ field }) => field)
  const values = rows.map((cells) => valuesOf(cells, fields))
  return category === 'company'
    ? matchCompanies(lookups, values.map(companyOfRow))
    : matchPeople(lookups, values.map(personOfRow))
}

/** Writes a batch with its place; false where another run has taken over, or the upload is gone. */
const written = async (
  trx: Trx,
  upload: Kept,
  rows: readonly string[][],
  outcomes: readonly Outcome[],
): Promise<boolean> => {
  if (!(await stillOurs(trx, upload, { done: upload.done + rows.length }))) return false
  const column = (of: (outcome: Outcome) => unknown): unknown[] => outcomes.map(of)
  await sql`
    insert into upload_row (org_id, upload_id, row, cells, state, record_id, score, reason, candidates)
    select ${upload.org_id}, ${upload.id}::uuid, ${upload.done} + place, cells::jsonb, state, id, score, reason, candidates::jsonb
    from unnest(
      ${rows.map((cells) => JSON.stringify(cells))}::text[],
      ${column((one) => one.state)}::text[],
      ${column((one) => one.recordId)}::uuid[],
      ${column((one) => one.score)}::int[],
      ${column((one) => one.reason)}::text[],
      ${column((one) => JSON.stringify(one.candidates))}::text[]
    ) with ordinality as found (cells, state, id, score, reason, candidates, place)`.execute(trx)
  return true
}

const stillOurs = async (trx: Trx, upload: Kept, change: { done: number }): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('upload')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', upload.id)
    .where('state', '=', 'MATCHING')
    .where('attempt', '=', upload.attempt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

const failed = async (trx: Trx, id: string, reason: string): Promise<void> => {
  await trx
    .updateTable('upload')
    .set({ state: 'FAILED', reason, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'MATCHING')
    .execute()
}
