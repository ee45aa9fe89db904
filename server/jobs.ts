import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { createSender } from './push/sender.ts'
import { emailWorker } from './agents/mail.ts'
import { emailJob } from './agents/run-agent.ts'
import { createAgentScheduler } from './agents/scheduler.ts'
import { billingJob, billingWorker, sweepBilling } from './billing/jobs.ts'
import { readCatalog } from './billing/read-catalog.ts'
import type { SyncParts } from './billing/sync-customer.ts'
import { notifyAllOfBilling } from './billing/notify.ts'
import { notificationEmailJob, notificationEmailWorker } from './notifications/mail.ts'
import { deleteOldPictures, feedbackEmailJob, feedbackEmailWorker } from './feedback.ts'
import type { Access, AccessParts } from './crm/access.ts'
import { activityJob, enqueueWaiting } from './crm/activities/enqueue.ts'
import { activityWorker } from './crm/activities/worker.ts'
import { deleteOldLinks } from './crm/disconnect.ts'
import { keepAlive } from './crm/keep-alive.ts'
import { enqueueDueMirrors, mirrorJob } from './crm/mirror/schedule.ts'
import { mirrorWorker } from './crm/mirror/worker.ts'
import { auditLedger } from './credits/audit.ts'
import { endDuePlans } from './plans/end-due.ts'
import { rollDuePeriods } from './credits/roll.ts'
import { enqueueUnsentSeats, seatsJob, seatsWorker } from './members/seats.ts'
import { deleteOldFiles } from './uploads/retention.ts'
import { matchJob, matchWorker } from './uploads/match-rows.ts'
import { fileWorker, requestWorker, type PipelineParts } from './downloads/pipeline.ts'
import { fileJob, requestJob } from './downloads/store.ts'
import { endOverdue, removeExpired } from './downloads/expiry.ts'
import { sourceJob } from './sources/file-parts.ts'
import { sourceWorker, type SourceAccess } from './sources/run-source.ts'
import { sendDueReminders } from './reminders/send-due.ts'
import { deleteOldRuns, runDueSources } from './sources/schedule.ts'
import type { QueryResolver } from './saved-work/resolve-query.ts'
import { recountAged } from './signals/recount.ts'
import type { Database } from './platform/db/db.ts'
import type { Leadership } from './platform/db/leadership.ts'
import type { Role } from './platform/process/process-env.ts'
import type { ClerkBackend } from './platform/vendors/clerk-backend.ts'
import type { Post } from './platform/vendors/mail.ts'
import type { PushService } from './platform/vendors/push-post.ts'
import { createQueue, type Queue } from './platform/db/queue.ts'
import type { Metrics } from './platform/metrics.ts'

export type Jobs = Omit<Queue, 'start'> & {
  /** Without `jobs` and `leader` nothing runs here. */
  start(roles?: readonly Role[]): Promise<void>
  /** Agents match new signals at once, if this process leads. */
  signalsAdded(): void
  runTimely(): Promise<void>
}

/** At 150 ms each more than 800 a second. */
const pushedAtOnce = 128

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Timely = { name: string; everyMs: number; run: () => Promise<unknown> }

export const backgroundJobs = (
  parts: PipelineParts & {
    push: PushService
    resolver: QueryResolver
    post: Post | null
    clerk: ClerkBackend
    feedbackTo: string | undefined
    /** Null without card payment. */
    billing: SyncParts | null
    crm: AccessParts & { access: Access }
    sources: SourceAccess
    atOnce: number
    metrics: Metrics
  },
): Jobs => {
  const { db, files, now, log, resolver: asking, post, clerk, billing, atOnce, metrics } = parts
  const ending = new AbortController()
  const queue = createQueue({
    db,
    atOnce,
    onRun: (name, outcome) => metrics.jobRuns.inc({ name, outcome }),
    log,
    workers: {
      [requestJob]: requestWorker(parts),
      [fileJob]: fileWorker(parts),
      [matchJob]: matchWorker({ db }),
      [emailJob]: emailWorker({ db, post }),
      [notificationEmailJob]: notificationEmailWorker({ db, post }),
      [feedbackEmailJob]: feedbackEmailWorker({ db, post, to: parts.feedbackTo }),
      [seatsJob]: seatsWorker({ db, clerk }),
      [activityJob]: activityWorker(parts.crm),
      [mirrorJob]: mirrorWorker(parts.crm),
      [sourceJob]: sourceWorker({
        db,
        files,
        access: parts.sources,
        now,
        ending: ending.signal,
        onImported: () => watching.wake(),
        log,
      }),
      ...(billing && { [billingJob]: billingWorker(billing) }),
    },
  })
  const email = post !== null
  const sender = createSender({
    db,
    service: parts.push,
    atOnce: pushedAtOnce,
    random: Math.random,
    onAnswer: (outcome) => metrics.pushSent.inc({ outcome }),
    log,
  })
  const onEnqueued = (): void => {
    queue.wake()
    sender.wake()
  }
  let leadership: Leadership | undefined
  let isWatching = false
  const leads = (): boolean => leadership?.leads() ?? false
  const watching = createAgentScheduler({
    db,
    resolver: asking,
    now,
    email,
    leads,
    log,
    onEnqueued,
  })
  const timely: readonly Timely[] = [
    { name: 'requests past their deadline', everyMs: minute, run: () => endOverdue(db, files) },
    { name: 'files past their seven days', everyMs: hour, run: () => removeExpired(db, files) },
    { name: 'uploads without use for 90 days', everyMs: hour, run: () => deleteOldFiles(db) },
    { name: 'pictures past their 30 days', everyMs: hour, run: () => deleteOldPictures(db) },
    ...(billing === null ? [] : billingJobs(billing, onEnqueued, log)),
    { name: 'plans past their last day', everyMs: minute, run: () => endDuePlans(db, now()) },
    { name: 'seats that Clerk does not know', everyMs: minute, run: () => enqueueUnsentSeats(db) },
    { name: 'trials and years that end', everyMs: hour, run: () => notifyAllOfBilling(db, now()) },
    { name: 'periods of credits', everyMs: hour, run: () => rollDuePeriods(db, now()) },
    {
      name: 'signals that have grown old',
      everyMs: hour,
      run: () => recountAged(db, new Date(now())),
    },
    { name: 'audit of the ledger', everyMs: hour, run: () => auditCredits(db, log) },
    { name: 'notes and visits for CRMs', everyMs: minute, run: () => enqueueWaiting(db) },
    { name: 'what CRMs have', everyMs: minute, run: () => enqueueDueMirrors(db, now()) },
    { name: 'CRM connections without use', everyMs: hour, run: () => keepAlive(parts.crm) },
    { name: 'links of ended CRM connections', everyMs: day, run: () => deleteOldLinks(db, now()) },
    { name: 'follow-ups that are due', everyMs: minute, run: () => sendDueReminders(parts) },
    { name: 'sources that are due', everyMs: minute, run: () => dueSources() },
    {
      name: 'old runs of sources',
      everyMs: day,
      run: () => deleteOldRuns({ ...parts.sources, db, files, now }),
    },
    { name: 'answers and webhooks long remembered', everyMs: hour, run: () => forgetOld(db) },
  ]
  const dueSources = async (): Promise<void> => {
    await runDueSources({ db, now })
    queue.wake()
  }
  const timers: NodeJS.Timeout[] = []
  let last: Promise<void> = Promise.resolve()

  /** One after the other: none is urgent, and the embedded database has one connection. */
  const inTurn = (job: Timely): Promise<void> => {
    last = last
      .then(() => job.run())
      .then(
        () => metrics.jobRuns.inc({ name: job.name, outcome: 'done' }),
        (error: unknown) => {
          metrics.jobRuns.inc({ name: job.name, outcome: 'failed' })
          log?.error({ err: error, job: job.name }, 'a timely job failed')
        },
      )
    return last
  }

  return {
    ...queue,
    signalsAdded: () => {
      if (isWatching) watching.wake()
    },
    start: async (roles = ['jobs', 'leader']) => {
      const [works, mayLead] = [roles.includes('jobs'), roles.includes('leader')]
      if (works) await Promise.all([queue.start(), sender.start()])
      isWatching = works || mayLead
      if (isWatching) watching.start()
      if (!mayLead) return
      leadership = db.seekLeadership(() => {
        watching.wake()
        for (const job of timely) void inTurn(job)
      })
      for (const job of timely) {
        const timer = setInterval(() => {
          if (leads()) void inTurn(job)
        }, job.everyMs)
        timer.unref()
        timers.push(timer)
      }
    },
    runDue: async () => {
      await watching.runDue()
      return (await queue.runDue()) + (await sender.runDue())
    },
    runTimely: async () => {
      for (const job of timely) await job.run()
    },
    stop: async () => {
      for (const timer of timers.splice(0)) clearInterval(timer)
      ending.abort()
      await Promise.all([watching.stop(), queue.stop(), sender.stop()])
      await last
      await leadership?.stop()
    },
  }
}

const billingJobs = (
  billing: SyncParts,
  onEnqueued: () => void,
  log: FastifyBaseLogger | undefined,
): Timely[] => [
  {
    name: 'payments without a webhook',
    everyMs: hour,
    run: () => sweepBilling(billing).then(onEnqueued),
  },
  {
    name: 'prices of the payment provider',
    everyMs: day,
    run: async () => {
      for (const fault of await readCatalog(billing.db, billing.payments)) log?.warn(fault)
    },
  },
]

/** New charges of their organisations are already stopped. */
const auditCredits = async (db: Database, log: FastifyBaseLogger | undefined): Promise<void> => {
  const mismatches = await auditLedger(db)
  if (mismatches.length > 0) log?.fatal({ mismatches }, 'the ledger does not add up')
}

/** 30 days, because a tablet left in a van over a holiday may still repeat a request (reliability, Idempotency). */
const forgetOld = async (db: Database): Promise<void> => {
  await sql`delete from webhook_event where received_at < now() - interval '30 days'`.execute(
    db.owner,
  )
  await sql`delete from idem where created_at < now() - interval '30 days'`.execute(db.owner)
}
