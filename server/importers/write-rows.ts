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
  saveCompanies,
  savePeople,
} from '../records/store.ts'
import { addSignals } from '../signals/add-signals.ts'
import { amendSignals } from '../signals/amend-signals.ts'
import { planAwards, type AwardRow } from './awards.ts'
import { planBatch, type DraftRow, type Run } from './batch.ts'
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
import { note, noteOutcomes, splitRows } from './tally.ts'

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

/** A batch, each kind in a transaction of its own; a file has rows of one kind. Resolves to the rejected rows. */
export const writeRows = async (job: WriteJob, rows: readonly Row[]): Promise<Reject[]> => {
  const split = splitRows(rows, job.countries, job.summary)
  const rejects = [
    ...split.rejects,
    ...(await writeCompanies(job, split.companies)),
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
    // The planner overrates these lookups, and JIT compilation takes ten times as long as they run.
    await sql`set local jit = off`.execute(trx)
    if (dryRun) return plan(trx)
    await holdClock(trx)
    const planned = await plan(trx)
    await write(bulk, planned)
    return planned
  })

const writeCompanies = async (job: WriteJob, rows: readonly DraftRow[]): Promise<Reject[]> => {
  if (rows.length === 0) return []
  const { run, reading, history } = job
  const plan = await transact(
    job,
    (trx) => planBatch(trx, rows, run),
    async (bulk, planned) => {
      const { added, changed } = planned
      if (added.length + changed.length === 0) return
      const seq = await nextTick(bulk.trx)
      await addCompanies(bulk, added, seq)
      await saveCompanies(bulk.trx, changed, seq)
      // Same transaction: a signal exists if and only if its change does.
      await addSignals(bulk.trx, changeSignals(planned, reading, history), new Date())
    },
  )
  note(plan, job.summary, job.listing)
  return plan.rejects
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
