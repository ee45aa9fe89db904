import { sql, type Transaction } from 'kysely'
import type { Bulk, Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'
import { noteListed } from '../do-not-call/admit-people.ts'
import { marketPhoneKey } from '../do-not-call/phone-key.ts'
import {
  addCompanies,
  addPeople,
  holdClock,
  nextTick,
  readClock,
  saveCompanies,
  savePeople,
} from '../records/store.ts'
import { addSignals } from '../signals/add-signals.ts'
import { amendSignals } from '../signals/amend-signals.ts'
import { planAwards, type AwardRow } from './awards.ts'
import { lookUp, planBatch, type LookedUp, type Run } from './batch.ts'
import { changeSignals, type History } from './changes.ts'
import type { Reading, Row } from './importer.ts'
import type { OpenListing } from './listing.ts'
import {
  planNotices,
  storeNotices,
  withNotices,
  type NoticeRow,
  type SupplierRow,
} from './notices.ts'
import { planParentages, type ParentageRow } from './parentages.ts'
import { planPeople, type PersonRow } from './people-batch.ts'
import type { Reject } from './reject-file.ts'
import type { Summary } from './summary.ts'
import { note, noteOutcomes, skip, splitRows, type Split } from './tally.ts'

export type WriteJob = {
  db: Database
  reading: Reading
  dryRun: boolean
  countries: readonly string[] | undefined
  summary: Summary
  listing: OpenListing | undefined
  history: History
  run: Run
}

/** `companies` were looked up before the rows of an earlier batch were written. */
export type PreparedRows = { count: number; split: Split; companies: LookedUp | undefined }

/** Writes nothing, so that it can run while the batch before is written. */
export const prepareRows = async (
  { db, countries, run }: WriteJob,
  rows: readonly Row[],
): Promise<PreparedRows> => {
  const split = splitRows(rows, countries)
  if (split.companies.length === 0) return { count: rows.length, split, companies: undefined }
  const companies = await db.bulk(async ({ trx }) => {
    await withoutJit(trx)
    return lookUp(trx, split.companies, run.attribution)
  })
  return { count: rows.length, split, companies }
}

/** A batch, each kind in a transaction of its own; a file has rows of one kind. Resolves to the rejected rows. */
export const writeRows = async (
  job: WriteJob,
  { count, split, companies }: PreparedRows,
): Promise<Reject[]> => {
  job.summary.rows += count
  for (const reason of split.skipped) skip(job.summary, reason)
  const rejects = [
    ...split.rejects,
    ...(companies ? await writeCompanies(job, companies) : []),
    ...(await writePeople(job, split.people)),
    ...(await writeAwards(job, split.awards)),
    ...(await writeSuppliers(job, split.suppliers)),
  ]
  await writeNotices(job, split.notices)
  await writeParentages(job, split.parentages)
  return rejects.toSorted((a, b) => a.line - b.line)
}

type Trx = Transaction<Tables>

/** A dry run only plans. */
const transact = <Plan>(
  { db, dryRun }: WriteJob,
  plan: (trx: Trx) => Promise<Plan>,
  write: (bulk: Bulk, plan: Plan) => Promise<unknown>,
): Promise<Plan> =>
  db.bulk(async (bulk) => {
    const { trx } = bulk
    await withoutJit(trx)
    if (dryRun) return plan(trx)
    await holdClock(trx)
    const planned = await plan(trx)
    await write(bulk, planned)
    return planned
  })

/** The planner overrates these lookups, and JIT compilation takes ten times as long as they run. */
const withoutJit = (trx: Trx): Promise<unknown> => sql`set local jit = off`.execute(trx)

const writeCompanies = async (job: WriteJob, lookedUp: LookedUp): Promise<Reject[]> => {
  const { run, reading, history } = job
  const plan = await transact(
    job,
    async (trx) => planBatch(trx, await upToDate(trx, lookedUp, run), run),
    async (bulk, planned) => {
      const { added, changed, candidates } = planned
      if (added.length + changed.length === 0) return
      const since = await readClock(bulk.trx)
      const seq = await nextTick(bulk.trx)
      await addCompanies(bulk, added, seq)
      await saveCompanies(bulk.trx, changed, seq)
      // Same transaction: a signal exists if and only if its change does.
      await addSignals(bulk.trx, changeSignals(planned, reading, history), new Date())
      run.written = { since, until: await readClock(bulk.trx), candidates }
    },
  )
  note(plan, job.summary, job.listing)
  return plan.rejects
}

/** Adds what the batch before has written meanwhile. Looks up again if another writer has. */
const upToDate = async (trx: Trx, lookedUp: LookedUp, run: Run): Promise<LookedUp> => {
  const [now, { written }] = [await readClock(trx), run]
  if (now === lookedUp.seq) return lookedUp
  return written?.since === lookedUp.seq && written.until === now
    ? { ...lookedUp, found: [...written.candidates, ...lookedUp.found] }
    : lookUp(
        trx,
        lookedUp.wanted.map(({ row }) => row),
        run.attribution,
      )
}

const writePeople = async (job: WriteJob, rows: readonly PersonRow[]): Promise<Reject[]> => {
  if (rows.length === 0) return []
  const { run, summary } = job
  const plan = await transact(
    job,
    (trx) => planPeople(trx, rows, run),
    async (bulk, { added, changed, employers, signals, listedNumbers }) => {
      const { trx } = bulk
      await noteListed(trx, numbersOn(run.attribution.seenAt, listedNumbers))
      if (added.length + changed.length === 0) return
      const seq = await nextTick(trx)
      await addCompanies(bulk, employers, seq)
      await addPeople(bulk, added, seq)
      await savePeople(trx, changed, seq)
      await addSignals(trx, signals, new Date())
    },
  )
  noteOutcomes(plan.outcomes, plan.employers, summary)
  return plan.rejects
}

const numbersOn = (day: string, phones: readonly string[]): [string, string][] =>
  phones.flatMap((phone): [string, string][] => {
    const number = marketPhoneKey(phone)
    return number === null ? [] : [[number, day]]
  })

const writeAwards = async (job: WriteJob, rows: readonly AwardRow[]): Promise<Reject[]> => {
  if (rows.length === 0) return []
  const plan = await transact(
    job,
    (trx) => planAwards(trx, rows, job.run),
    async (bulk, { suppliers, added, amended }) => {
      const { trx } = bulk
      if (suppliers.length > 0) await addCompanies(bulk, suppliers, await nextTick(trx))
      await addSignals(trx, added, new Date())
      await amendSignals(trx, amended)
    },
  )
  noteOutcomes(plan.outcomes, plan.suppliers, job.summary)
  return plan.rejects
}

const writeSuppliers = async (job: WriteJob, rows: readonly SupplierRow[]): Promise<Reject[]> => {
  if (rows.length === 0) return []
  const awards = await withNotices(job.db.owner, rows)
  const missing = rows.filter((_, at) => awards[at] === undefined)
  noteOutcomes(
    missing.map(() => ({
      skipped: 'its award notice is not known: import the award notices first',
    })),
    [],
    job.summary,
  )
  return writeAwards(
    job,
    awards.flatMap((row) => row ?? []),
  )
}

const writeNotices = async (job: WriteJob, rows: readonly NoticeRow[]): Promise<void> => {
  if (rows.length === 0) return
  const { outcomes } = await transact(
    job,
    (trx) => planNotices(trx, rows),
    ({ trx }, { stored }) => storeNotices(trx, stored),
  )
  noteOutcomes(outcomes, [], job.summary)
}

const writeParentages = async (job: WriteJob, rows: readonly ParentageRow[]): Promise<void> => {
  if (rows.length === 0) return
  const { outcomes } = await transact(
    job,
    (trx) => planParentages(trx, rows, job.run.attribution),
    async ({ trx }, { changed }) => {
      if (changed.length > 0) await saveCompanies(trx, changed, await nextTick(trx))
    },
  )
  noteOutcomes(outcomes, [], job.summary)
}
