import { sql, type Kysely, type Transaction } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { DatabaseAway } from './database-away.ts'
import type { Database } from './db.ts'
import type { Tables } from './tables.ts'

type Trx = Transaction<Tables>

/** `run_at`, leases and retries use the database's clock. */
export type JobRef = { orgId: string; kind: string; id: string }
export type ClaimedJob = JobRef & { claims: number; failures: number; holder: string }

/**
 * Possibly after an interrupted attempt. A job that `completeJob` has not deleted is deleted afterwards. A rejection is retried
 * at most `maxFailures` times (an unavailable database does not count); then `giveUp` ends the job's subject with a reason, if
 * the job is still this worker's (`abandonJob`).
 */
export type Worker = {
  run(job: ClaimedJob): Promise<void>
  giveUp(job: ClaimedJob, error: unknown): Promise<void>
}

/** Thrown by a worker that has to wait: the job is due again at `until` (ms since 1970), and this claim does not count. */
export class Postponed extends Error {
  readonly until: number

  constructor(message: string, until: number) {
    super(message)
    this.until = until
  }
}

export type QueueParts = {
  db: Database
  workers: Readonly<Record<string, Worker>>
  atOnce: number
  onRun?: ((kind: string, outcome: 'done' | 'failed' | 'postponed') => void) | undefined
  log?: FastifyBaseLogger | undefined
}

export type Queue = {
  /** At once, after every `wake`, and every second. */
  start(): Promise<void>
  wake(): void
  runDue(): Promise<number>
  /** In ms, since it last looked for jobs or had no capacity for more; null before its start. */
  sinceBeat(): number | null
  stop(): Promise<void>
}

/** A heartbeat every 10 s renews the lease; without one the job can be claimed again after 30 s. */
const leaseSeconds = 30
const heartbeatMs = 10_000
const pollMs = 1_000
const ahead = 4
/** The retries of a job. Claims count jobs that crash their process. */
const maxFailures = 3
const maxClaims = 20
/** Organisations whose turn is remembered. */
const maxServed = 1_000

/** In the transaction that needs it; an existing job stays. */
export const enqueue = async (trx: Trx, job: JobRef): Promise<void> => {
  await trx
    .insertInto('job')
    .values({ org_id: job.orgId, kind: job.kind, id: job.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Waiting or in progress, of this transaction's organisation. */
export const countJobs = async (trx: Trx, kind: string): Promise<number> => {
  const { jobs } = await trx
    .selectFrom('job')
    .select(sql<number>`count(*)::int`.as('jobs'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return jobs
}

export const completeJob = async (trx: Trx, job: JobRef): Promise<void> => {
  await trx
    .deleteFrom('job')
    .where('org_id', '=', job.orgId)
    .where('kind', '=', job.kind)
    .where('id', '=', job.id)
    .execute()
}

/** False if another worker has claimed it. */
export const abandonJob = async (trx: Trx, job: ClaimedJob): Promise<boolean> => {
  return (await deleteClaimed(trx, job)) !== undefined
}

/**
 * Our own table, so that jobs are enqueued in an organisation's transaction (docs/decisions/018-jobs.md). Organisations take
 * turns, so that a thousand jobs of one do not delay another's first.
 */
export const createQueue = (parts: QueueParts): Queue => {
  const { db, workers, atOnce, onRun, log } = parts
  const under = new Set<Promise<void>>()
  /** One claim per job would take as long as a small job. */
  const waiting: (ClaimedJob & { claimedAt: number })[] = []
  /** In the order in which this process last served them: the one that waited longest is next. */
  const served = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let stopped = true
  let looking: Promise<void> | null = null
  let again = false
  let beatAt: number | null = null

  const runJob = async (job: ClaimedJob): Promise<void> => {
    const worker = workers[job.kind]
    const beat = setInterval(() => {
      renewLease(db, job).catch((error: unknown) => log?.warn({ err: error }, 'no heartbeat'))
    }, heartbeatMs)
    beat.unref()
    try {
      if (!worker) throw new Error(`No worker handles ${job.kind}.`)
      if (job.claims > maxClaims)
        await worker.giveUp(job, new Error('It was interrupted too often.'))
      else await worker.run(job)
      await drop(db, job)
      onRun?.(job.kind, 'done')
    } catch (error) {
      if (error instanceof Postponed) {
        onRun?.(job.kind, 'postponed')
        log?.info({ job, until: error.until }, error.message)
        await postponeUntil(db, job, error.until)
        return
      }
      onRun?.(job.kind, 'failed')
      log?.error({ err: error, job }, 'a job failed')
      if (error instanceof DatabaseAway) await postpone(db, job, job.failures)
      else if (worker && (job.failures + 1 >= maxFailures || job.claims > maxClaims))
        await worker.giveUp(job, error)
      else await postpone(db, job, job.failures + 1)
    } finally {
      clearInterval(beat)
    }
  }

  const unlessLost = async (job: ClaimedJob & { claimedAt: number }): Promise<void> => {
    const stale = performance.now() - job.claimedAt > heartbeatMs
    if (!stale || (await renewLease(db, job))) await runJob(job)
  }

  /** Up to the free capacity; resolves to how many. */
  const look = async (): Promise<number> => {
    const room = waiting.length > 0 ? 0 : atOnce * ahead - under.size
    const jobs = await claim(db, room, [...served])
    for (const { orgId } of jobs) {
      served.delete(orgId)
      served.add(orgId)
    }
    for (const longest of served) {
      if (served.size <= maxServed) break
      served.delete(longest)
    }
    const claimedAt = performance.now()
    if (beatAt !== null) beatAt = claimedAt
    waiting.push(...jobs.map((job) => ({ ...job, claimedAt })))
    begin()
    return jobs.length
  }

  const begin = (): void => {
    while (under.size < atOnce) {
      const job = waiting.shift()
      if (job === undefined) return
      const done = unlessLost(job)
        // If giving up fails too, the lease expires and the job is claimed again.
        .catch((error: unknown) => log?.error({ err: error, job }, 'ending a job failed'))
        .finally(() => {
          under.delete(done)
          begin()
          wake()
        })
      under.add(done)
    }
  }

  const wake = (): void => {
    if (stopped || under.size >= atOnce || waiting.length > 0) return
    if (looking !== null) {
      again = true
      return
    }
    looking = look()
      .then(() => undefined)
      .catch((error: unknown) => log?.warn({ err: error }, 'looking for jobs failed'))
      .finally(() => {
        looking = null
        if (!again) return
        again = false
        wake()
      })
  }

  return {
    wake,
    sinceBeat: () => (beatAt === null ? null : performance.now() - beatAt),
    start: async () => {
      // The embedded database has one process: any lease left belongs to an earlier one.
      if (db.kind === 'pglite') await db.owner.updateTable('job').set(free).execute()
      stopped = false
      timer = setInterval(() => {
        if (under.size >= atOnce) beatAt = performance.now()
        wake()
      }, pollMs)
      timer.unref()
      beatAt = performance.now()
      wake()
    },
    runDue: async () => {
      let count = 0
      for (;;) {
        const claimed = await look()
        count += claimed
        if (claimed === 0 && under.size === 0) return count
        await Promise.race(under)
      }
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await looking
      for (const job of waiting.splice(0))
        await updateClaimed(db, job)
          .set(free)
          .execute()
          // Its lease expires instead.
          .catch((error: unknown) => log?.warn({ err: error, job }, 'releasing a job failed'))
      while (under.size > 0) await Promise.race(under)
    },
  }
}

/** Steps from organisation to organisation along the index if any job is due: grouping all jobs would read them all. */
const claim = async (
  db: Database,
  room: number,
  served: readonly string[],
): Promise<ClaimedJob[]> => {
  if (room <= 0) return []
  const due = sql`run_at <= now() and (lease_until is null or lease_until < now())`
  const { rows } = await sql<ClaimedJob>`
    with recursive present as (
      (select org_id from job where exists (select from job where ${due}) order by org_id limit 1)
      union all
      select (select j.org_id from job j where j.org_id > p.org_id order by j.org_id limit 1)
      from present p where p.org_id is not null
    ), orgs as (
      select p.org_id, coalesce(array_position(${[...served]}::text[], p.org_id), 0) as last,
        (select count(*) from job j where j.org_id = p.org_id and j.lease_until is not null
          and j.lease_until >= now()) as busy
      from present p where p.org_id is not null
    ), turns as (
      select j.*, o.last, o.busy + row_number() over (partition by j.org_id order by j.run_at, j.id) as turn
      from orgs o cross join lateral (
        select org_id, kind, id, run_at from job where org_id = o.org_id and ${due}
        order by run_at, id limit ${room}) j
    ), chosen as (
      select j.org_id, j.kind, j.id from job j
      join turns t on t.org_id = j.org_id and t.kind = j.kind and t.id = j.id
      where j.run_at <= now() and (j.lease_until is null or j.lease_until < now())
      order by t.turn, t.last, t.run_at limit ${room} for update of j skip locked
    )
    update job set holder = gen_random_uuid(), claims = job.claims + 1,
      lease_until = now() + make_interval(secs => ${leaseSeconds})
    from chosen
    where job.org_id = chosen.org_id and job.kind = chosen.kind and job.id = chosen.id
    returning job.org_id as "orgId", job.kind, job.id, job.claims, job.failures, job.holder`.execute(
    db.owner,
  )
  return rows
}

/** A later claim, even by the same process, has another holder. */
const updateClaimed = (db: Database, job: ClaimedJob) =>
  db.owner
    .updateTable('job')
    .where('org_id', '=', job.orgId)
    .where('kind', '=', job.kind)
    .where('id', '=', job.id)
    .where('holder', '=', job.holder)

const free = { holder: null, lease_until: null }

const renewLease = async (db: Database, job: ClaimedJob): Promise<boolean> => {
  const until = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`
  const renewed = await updateClaimed(db, job)
    .set({ lease_until: until })
    .returning('id')
    .executeTakeFirst()
  return renewed !== undefined
}

/** 2, then 8 seconds, with jitter. */
const postpone = async (db: Database, job: ClaimedJob, failures: number): Promise<void> => {
  const pause = 2 * 4 ** job.failures
  await updateClaimed(db, job)
    .set({
      failures,
      ...free,
      run_at: sql<Date>`now() + make_interval(secs => ${pause}::float8 * (1 + random() / 2))`,
    })
    .execute()
}

const postponeUntil = async (db: Database, job: ClaimedJob, until: number): Promise<void> => {
  await updateClaimed(db, job)
    .set({ ...free, claims: sql`claims - 1`, run_at: new Date(until) })
    .execute()
}

const drop = async (db: Database, job: ClaimedJob): Promise<void> => {
  await deleteClaimed(db.owner, job)
}

const deleteClaimed = (db: Kysely<Tables>, job: ClaimedJob) =>
  db
    .deleteFrom('job')
    .where('org_id', '=', job.orgId)
    .where('kind', '=', job.kind)
    .where('id', '=', job.id)
    .where('holder', '=', job.holder)
    .returning('id')
    .executeTakeFirst()
