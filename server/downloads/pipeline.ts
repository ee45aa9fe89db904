import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../platform/db/db.ts'
import type { FileStore } from '../platform/vendors/files.ts'
import { isProblem, ProblemError } from '../platform/http/problem-error.ts'
import { abandonJob, Postponed, type Worker } from '../platform/db/queue.ts'
import type { StoredFile } from '../platform/db/tables.ts'
import { endDelivered, endFailed, fileExpiry } from './end-request.ts'
import { removeRuns } from './file-target.ts'
import { outgoing } from './outgoing.ts'
import { bareType, type Run, type Target, type Targets } from './ports.ts'
import { priceAndReserve } from './price-and-reserve.ts'
import { suppressedSince } from './suppressed-since.ts'
import {
  changeRun,
  isOpen,
  lockedRequest,
  lockedRun,
  requestOf,
  RunLost,
  claimRun,
  claimRebuild,
  waitsUntilAfter,
  type Request,
} from './store.ts'

export type PipelineParts = {
  db: Database
  files: FileStore
  targets: Targets
  /** ms since 1970, for credit periods; everything else uses the database's clock. */
  now: () => number
  log?: FastifyBaseLogger | undefined
}

/** Each step is a transaction from which a later worker can resume. */
export const requestWorker = (parts: PipelineParts): Worker => ({
  run: (job) =>
    unlessLost(async () => {
      const { db, files } = parts
      const request = await db.asOrg(job.orgId, async (trx) => {
        const run = await claimRun(trx, job.id)
        const isPriced = run === undefined || run.status === 'CREDIT_VALIDATION_COMPLETED'
        return isPriced ? run : priceAndReserve(trx, run, parts.now())
      })
      if (!request) return
      const target = targetOf(parts, request)
      const file = await target.deliver(runOf(parts, request)).catch(async (error: unknown) => {
        if (error instanceof Postponed)
          await db.asOrg(job.orgId, (trx) =>
            changeRun(trx, request, { deadline_at: waitsUntilAfter(error.until) }),
          )
        if (!isFinal(error)) throw error
        await db.asOrg(job.orgId, async (trx) =>
          endFailed(trx, await lockedRun(trx, request), error.message),
        )
        throw new RunLost()
      })
      try {
        await db.asOrg(job.orgId, async (trx) =>
          endDelivered(trx, await lockedRun(trx, request), target, file),
        )
      } catch (error) {
        // If the commit succeeded but its answer was lost, the next run finds the request ended and must not delete its file.
        if (error instanceof RunLost) await removeRuns(files, request, onlyOf(request))
        throw error
      }
      await removeRuns(files, request, { to: request.run })
    }),
  giveUp: async (job, error) => {
    const { db, files, log } = parts
    log?.error({ err: error, job }, 'a request is given up')
    const reason =
      error instanceof ProblemError
        ? error.message
        : 'We couldn’t finish this after several tries. You weren’t charged. Try again or contact support.'
    await db.asOrg(job.orgId, async (trx) => {
      if (!(await abandonJob(trx, job))) return
      const request = await lockedRequest(trx, job.id)
      if (request && isOpen(request)) await endFailed(trx, request, reason)
    })
    const ended = await db.asOrg(job.orgId, (trx) => requestOf(trx, job.id))
    if (ended && ended.file === null) await removeRuns(files, ended, { to: ended.run + 1 })
  },
})

/** Free, with current facts, without suppressed records. */
export const fileWorker = (parts: PipelineParts): Worker => ({
  run: async (job) => {
    const { db, files } = parts
    const request = await db.asOrg(job.orgId, (trx) => claimRebuild(trx, job.id))
    if (request === undefined) return
    const without = await db.asOrg(job.orgId, (trx) => suppressedSince(trx, request))
    const target = targetOf(parts, request)
    const withLists = request.columns.includes('lists')
    const rebuilt = await target.deliver({
      ...runOf(parts, request),
      batches: () => outgoing(db, request, { withLists, suppressed: new Set(without) }),
      reportOutcomes: () => Promise.resolve(),
      progress: () => Promise.resolve(),
    })
    const file: StoredFile | null = rebuilt && { ...rebuilt, without }
    const known = await db.asOrg(job.orgId, (trx) =>
      trx
        .updateTable('download_request')
        .set({ file: file && JSON.stringify(file), file_expires_at: fileExpiry })
        .where('id', '=', request.id)
        .where('run', '=', request.run)
        .returning('id')
        .executeTakeFirst(),
    )
    await removeRuns(files, request, known ? { to: request.run } : onlyOf(request))
  },
  giveUp: async (job) => {
    await parts.db.asOrg(job.orgId, (trx) => abandonJob(trx, job))
  },
})

/** No later attempt of this request can succeed. */
const isFinal = (error: unknown): error is ProblemError =>
  isProblem(error, 'crm-away') || isProblem(error, 'crm-refused')

const onlyOf = ({ run }: Request): { from: number; to: number } => ({ from: run, to: run + 1 })

const targetOf = ({ targets }: PipelineParts, request: Request): Target => {
  const target = targets[bareType(request.type)]
  if (!target) throw new ProblemError('not-found', 'This CRM is no longer connected.')
  return target
}

const runOf = ({ db, log }: PipelineParts, request: Request): Run => ({
  request,
  db,
  log,
  batches: () => {
    const withLists = request.columns.includes('lists')
    return outgoing(db, request, { withLists, without: ['delivered'] })
  },
  reportOutcomes: (rows) =>
    db.asOrg(request.org_id, async (trx) => {
      await lockedRun(trx, request)
      await sql`
        update request_row q set outcome = reported.outcome, reason = reported.reason
        from unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ outcome }) => outcome)}::text[],
          ${rows.map(({ reason }) => reason ?? null)}::text[]) as reported (row, outcome, reason)
        where q.request_id = ${request.id}::uuid and q.row = reported.row`.execute(trx)
    }),
  progress: async (done) => {
    await db.asOrg(request.org_id, (trx) => changeRun(trx, request, { done }))
  },
})

/** Another worker has the request, or it has ended. */
const unlessLost = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof RunLost)) throw error
  }
}
