import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { PushMessage, ReminderMessage } from '../../contract/signals/push.ts'
import type { Database } from '../platform/db/db.ts'
import type { PushAnswer, PushService } from '../platform/vendors/push-post.ts'

export type SenderParts = {
  db: Database
  service: Pick<PushService, 'post'>
  /** From 0 to 1: jitter, so that failed messages are not retried together. */
  random: () => number
  log?: FastifyBaseLogger | undefined
}

export type Sender = {
  start(): Promise<void>
  wake(): void
  runDue(): Promise<number>
  stop(): Promise<void>
}

const atOnce = 8
const pollMs = 1_000
/** Longer than a request's timeout: after it, messages of a crashed process can be claimed again. */
const leaseSeconds = 60
const daySeconds = 24 * 60 * 60
const maxPauseSeconds = 60 * 60

/**
 * Deletes each message after it was sent. A crash in between sends twice, and the second replaces the first by its topic and tag;
 * the other order would lose messages (reliability, I17).
 */
export const createSender = (parts: SenderParts): Sender => {
  const { db, log } = parts
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<number> | null = null
  let stopped = false

  const drain = async (): Promise<number> => {
    let count = 0
    while (!stopped) {
      const batch = await claimDue(db)
      await Promise.all(batch.map((waiting) => deliver(parts, waiting)))
      count += batch.length
      if (batch.length === 0) break
    }
    return count
  }
  const look = (): void => {
    if (stopped || looking !== null) return
    looking = drain()
      .catch((error: unknown) => {
        log?.warn({ err: error }, 'sending push messages failed')
        return 0
      })
      .finally(() => (looking = null))
  }

  return {
    runDue: drain,
    wake: look,
    start: async () => {
      // The embedded database has one process: any lease left belongs to an earlier one.
      if (db.kind === 'pglite')
        await db.owner.updateTable('push_outbox').set({ lease_until: null }).execute()
      timer = setInterval(look, pollMs)
      timer.unref()
      look()
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await looking
    },
  }
}

type Waiting = { org_id: string; run_id: string; device_id: string }

const claimDue = async (db: Database): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    with due as (
      select org_id, run_id, device_id from push_outbox
      where run_at <= now() and (lease_until is null or lease_until < now())
      order by run_at limit ${atOnce} for update skip locked
    )
    update push_outbox o set lease_until = now() + make_interval(secs => ${leaseSeconds})
    from due where o.org_id = due.org_id and o.run_id = due.run_id and o.device_id = due.device_id
    returning o.org_id, o.run_id, o.device_id`.execute(db.owner)
  return rows
}

const deliver = async (parts: SenderParts, waiting: Waiting): Promise<void> => {
  const { db, service, random, log } = parts
  // Read late: sign-out or removal deletes a device with its messages.
  const found = await addressed(db, waiting)
  if (found === undefined) return
  const left = daySeconds - found.age
  if (left <= 0) return giveUp(db, waiting)
  const posted = post(service, found, waiting, Math.ceil(left))
  const answer = await posted.catch((error: unknown) => {
    log?.error({ err: error, device: waiting.device_id }, 'building a push message failed')
    return null
  })
  if (answer === null) return giveUp(db, waiting)
  const { status } = answer
  if (status === null)
    log?.warn(
      { err: answer.error, device: waiting.device_id, failures: found.failures },
      'a push service cannot be reached',
    )
  if (status !== null && status >= 200 && status < 300) return sent(db, waiting)
  if (status === 404 || status === 410) return forgetDevice(db, waiting)
  if (status === 413) {
    log?.error({ run: waiting.run_id }, 'a push message is too large')
    return giveUp(db, waiting)
  }
  if (status === 403)
    log?.fatal({ device: waiting.device_id }, 'a push service refuses the keys of this server')
  await postpone(db, waiting, pauseSeconds(found.failures, answer, random))
}

type Found = {
  endpoint: string
  p256dh: string
  auth: string
  message: PushMessage | ReminderMessage
  failures: number
  age: number
}

const addressed = (db: Database, { org_id, run_id, device_id }: Waiting) =>
  db.owner
    .selectFrom('push_outbox as o')
    .innerJoin('push_device as d', (join) =>
      join.onRef('d.org_id', '=', 'o.org_id').onRef('d.id', '=', 'o.device_id'),
    )
    .select(['d.endpoint', 'd.p256dh', 'd.auth', 'o.message', 'o.failures'])
    .select(sql<number>`extract(epoch from now() - o.created_at)::float8`.as('age'))
    .where('o.org_id', '=', org_id)
    .where('o.run_id', '=', run_id)
    .where('o.device_id', '=', device_id)
    .executeTakeFirst()

const post = async (
  service: SenderParts['service'],
  { endpoint, p256dh, auth, message }: Found,
  { run_id }: Waiting,
  ttlSeconds: number,
): Promise<PushAnswer> =>
  service.post({ endpoint, p256dh, auth }, JSON.stringify(message), {
    topic: run_id.replaceAll('-', ''),
    ttlSeconds,
  })

/** 2, 8, 32 … seconds, an hour at most, and never less than Retry-After. */
const pauseSeconds = (
  failures: number,
  { retryAfterMs }: PushAnswer,
  random: () => number,
): number => {
  const pause = Math.min(2 * 4 ** Math.min(failures, 8), maxPauseSeconds) * (1 + random() / 2)
  return Math.min(Math.max(pause, (retryAfterMs ?? 0) / 1000), daySeconds)
}

const sent = async (db: Database, { org_id, run_id, device_id }: Waiting): Promise<void> => {
  await sql`
    with sent as (
      delete from push_outbox where org_id = ${org_id} and run_id = ${run_id} and device_id = ${device_id}
      returning org_id, device_id
    )
    update push_device d set last_sent_at = now() from sent
    where d.org_id = sent.org_id and d.id = sent.device_id`.execute(db.owner)
}

const giveUp = async (db: Database, { org_id, run_id, device_id }: Waiting): Promise<void> => {
  await db.owner
    .deleteFrom('push_outbox')
    .where('org_id', '=', org_id)
    .where('run_id', '=', run_id)
    .where('device_id', '=', device_id)
    .execute()
}

const forgetDevice = async (db: Database, { org_id, device_id }: Waiting): Promise<void> => {
  await db.owner
    .deleteFrom('push_device')
    .where('org_id', '=', org_id)
    .where('id', '=', device_id)
    .execute()
}

const postpone = async (
  db: Database,
  { org_id, run_id, device_id }: Waiting,
  seconds: number,
): Promise<void> => {
  await db.owner
    .updateTable('push_outbox')
    .set({
      failures: sql`failures + 1`,
      lease_until: null,
      run_at: sql<Date>`now() + make_interval(secs => ${seconds}::float8)`,
    })
    .where('org_id', '=', org_id)
    .where('run_id', '=', run_id)
    .where('device_id', '=', device_id)
    .execute()
}
