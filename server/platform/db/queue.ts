import { sql, type Kysely, type Transaction } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { DatabaseAway } from './database-away.ts'
import type { Database } from './db.ts'
import type { Tables } from './tables.ts'

type Trx = Transaction<Tables>

/** Something to do for an organisation. `run_at`, leases and retries go by the clock of the database, never by ours. */
export type JobRef = { orgId: string; kind: string; id: string }
export type TakenJob = JobRef & { claims: number; failures: number; holder: string }

/**
 * Does a job, as often as it takes: it may have been begun before and broken off anywhere. `settled` deletes the job within the
 * transaction that makes it done; a job that is still there afterwards is deleted then. Rejecting has it done again later, at most
 * `mostFailures` times (an absence of the database does not count); then `giveUp` ends what it was about, in words, if the job is still its own (`givenUp`).
 */
export type Worker = {
  run(job: TakenJob): Promise<void>
  giveUp(job: TakenJob, error: unknown): Promise<void>
}

export type QueueParts = {
  db: Database
  workers: Readonly<Record<string, Worker>>
  /** How many jobs this process does at a time. */
  atOnce: number
  log?: FastifyBaseLogger | undefined
}

export type Queue = {
  /** Begins to look for jobs: at once, after every `wake`, and each second. */
  start(): Promise<void>
  /** Something has been enqueued by this process. */
  wake(): void
  /** Does what is due until nothing is left; for tests and commands. */
  runDue(): Promise<number>
  /** Takes no more jobs and waits for those under way. */
  stop(): Promise<void>
}

/** Whoever holds a job shows every 10 s that it lives; one that has not for 30 s has lost it. */
const leaseSeconds = 30
const heartbeatMs = 10_000
const pollMs = 1_000
/** So many times what is worked on at once is taken together. */
const ahead = 4
/** A job that fails is tried again, with growing pauses; one whose process keeps dying in the middle of it is not tried for ever. */
const mostFailures = 3
const mostClaims = 20

/** Enqueues a job in the transaction of what it is for: neither is there without the other. One that is there already stays. */
export const enqueue = async (trx: Trx, job: JobRef): Promise<void> => {
  await trx
    .insertInto('job')
    .values({ org_id: job.orgId, kind: job.kind, id: job.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** How many jobs of a kind this transaction's organisation has, waiting or under way. */
export const countJobs = async (trx: Trx, kind: string): Promise<number> => {
  const { jobs } = await trx
    .selectFrom('job')
    .select(sql<number>`count(*)::int`.as('jobs'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return jobs
}

/** Deletes a job in the transaction that makes it done. */
export const settled = async (trx: Trx, job: JobRef): Promise<void> => {
  await trx
    .deleteFrom('job')
    .where('org_id', '=', job.orgId)
    .where('kind', '=', job.kind)
    .where('id', '=', job.id)
    .execute()
}

/** Deletes a job that this worker still holds; false where it has been lost to another. */
export const givenUp = async (trx: Trx, job: TakenJob): Promise<boolean> => {
  return (await deleted(trx, job)) !== undefined
}

/**
 * Jobs in a table of our own, so that they are enqueued within an organisation's transaction behind its fence (docs/decisions/018-jobs.md).
 * Organisations take turns: one with a thousand jobs does not hold up the next one's first.
 */
export const createQueue = (parts: QueueParts): Queue => {
  const { db, workers, atOnce, log } = parts
  const under = new Set<Promise<void>>()
  /** Taken and not begun: asking for each job by itself would take as long as a small job. */
  const waiting: (TakenJob & { takenAt: number })[] = []
  /** Organisations by when this process did something for them, the latest last: whoever waited longer goes first. */
  const served = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let stopped = true
  let looking: Promise<void> | null = null
  let again = false

  const one = async (job: TakenJob): Promise<void> => {
    const worker = workers[job.kind]
    const beat = setInterval(() => {
      prolong(db, job).catch((error: unknown) => log?.warn({ err: error }, 'no heartbeat'))
    }, heartbeatMs)
    beat.unref()
    try {
      if (!worker) throw new Error(`There is no worker for ${job.kind}.`)
      if (job.claims > mostClaims)
        await worker.giveUp(job, new Error('It was broken off too often.'))
      else await worker.run(job)
      await drop(db, job)
    } catch (error) {
      log?.error({ err: error, job }, 'a job failed')
      if (error instanceof DatabaseAway) await postpone(db, job, job.failures)
      else if (worker && (job.failures + 1 >= mostFailures || job.claims > mostClaims))
        await worker.giveUp(job, error)
      else await postpone(db, job, job.failures + 1)
    } finally {
      clearInterval(beat)
    }
  }

  /** What waited long here may be another's by now. */
  const unlessLost = async (job: TakenJob & { takenAt: number }): Promise<void> => {
    const stale = performance.now() - job.takenAt > heartbeatMs
    if (!stale || (await prolong(db, job))) await one(job)
  }

  /** Takes what is due and there is room for; resolves to how many. */
  const look = async (): Promise<number> => {
    const room = waiting.length > 0 ? 0 : atOnce * ahead - under.size
    const jobs = await claim(db, room, [...served])
    for (const { orgId } of jobs) {
      served.delete(orgId)
      served.add(orgId)
    }
    const takenAt = performance.now()
    waiting.push(...jobs.map((job) => ({ ...job, takenAt })))
    begin()
    return jobs.length
  }

  const begin = (): void => {
    while (under.size < atOnce) {
      const job = waiting.shift()
      if (job === undefined) return
      const done = unlessLost(job)
        // Even giving up failed: its lease runs out, and it is taken again.
        .catch((error: unknown) => log?.error({ err: error, job }, 'a job could not be ended'))
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
      .catch((error: unknown) => log?.warn({ err: error }, 'jobs could not be looked for'))
      .finally(() => {
        looking = null
        if (!again) return
        again = false
        wake()
      })
  }

  return {
    wake,
    start: async () => {
      // The embedded database has one owner: whatever seems to be held was held by the process before this one.
      if (db.kind === 'pglite') await db.owner.updateTable('job').set(free).execute()
      stopped = false
      timer = setInterval(wake, pollMs)
      timer.unref()
      wake()
    },
    runDue: async () => {
      let count = 0
      for (;;) {
        const taken = await look()
        count += taken
        if (taken === 0 && under.size === 0) return count
        await Promise.race(under)
      }
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await looking
      // What was not begun is anybody's again.
      for (const job of waiting.splice(0))
        await held(db, job)
          .set(free)
          .execute()
          // Its lease runs out instead.
          .catch((error: unknown) => log?.warn({ err: error, job }, 'a job could not be let go'))
      while (under.size > 0) await Promise.race(under)
    },
  }
}

const claim = async (
  db: Database,
  room: number,
  served: readonly string[],
): Promise<TakenJob[]> => {
  if (room <= 0) return []
  const due = sql`run_at <= now() and (lease_until is null or lease_until < now())`
  const { rows } = await sql<TakenJob>`
    with orgs as (
      select org_id, count(*) filter (where lease_until >= now()) as busy,
        coalesce(array_position(${[...served]}::text[], org_id), 0) as last
      from job group by org_id
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

/** One claim of a job; a later one, even of the same process, has another holder. */
const held = (db: Database, job: TakenJob) =>
  db.owner
    .updateTable('job')
    .where('org_id', '=', job.orgId)
    .where('kind', '=', job.kind)
    .where('id', '=', job.id)
    .where('holder', '=', job.holder)

const free = { holder: null, lease_until: null }

/** Keeps a job for another while; false where it has been lost. */
const prolong = async (db: Database, job: TakenJob): Promise<boolean> => {
  const until = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`
  const kept = await held(db, job).set({ lease_until: until }).returning('id').executeTakeFirst()
  return kept !== undefined
}

/** Lets a failed job go for 2, then 8 seconds, and a little longer, so that what failed together is not tried together. */
const postpone = async (db: Database, job: TakenJob, failures: number): Promise<void> => {
  const pause = 2 * 4 ** job.failures
  await held(db, job)
    .set({
      failures,
      ...free,
      run_at: sql<Date>`now() + make_interval(secs => ${pause}::float8 * (1 + random() / 2))`,
    })
    .execute()
}

const drop = async (db: Database, job: TakenJob): Promise<void> => {
  await deleted(db.owner, job)
}

const deleted = (db: Kysely<Tables>, job: TakenJob) =>
  db
    .deleteFrom('job')
    .where('org_id', '=', job.orgId)
    .where('kind', '=', job.kind)
    .where('id', '=', job.id)
    .where('holder', '=', job.holder)
    .returning('id')
    .executeTakeFirst()
