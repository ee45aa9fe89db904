import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { PushMessage, ReminderMessage } from '../../contract/signals/push.ts'
import type { Database } from '../platform/db/db.ts'
import type { PushAnswer, PushService } from '../platform/vendors/push-post.ts'

export type SenderParts = {
  db: Database
  service: Pick<PushService, 'post'>
  /** Requests that are open together. */
  atOnce: number
  /** From 0 to 1: jitter, so that failed messages are not retried together. */
  random: () => number
  onAnswer?: ((outcome: PushOutcome) => void) | undefined
  log?: FastifyBaseLogger | undefined
}

/** `expired` devices are gone, `refused` blames the keys of this server. */
type PushOutcome = 'sent' | 'expired' | 'refused' | 'failed' | 'postponed'

export type Sender = {
  start(): Promise<void>
  wake(): void
  runDue(): Promise<number>
  stop(): Promise<void>
}

const pollMs = 1_000
/** Longer than a request's timeout: after it, messages of a crashed process can be claimed again. */
const leaseSeconds = 60
const daySeconds = 24 * 60 * 60
const maxPauseSeconds = 60 * 60

/**
 * A message takes the turn of each that ends, so that a slow push service delays no other. Deletes messages after they were sent. A crash
 * in between sends twice, and the second replaces the first by its topic and tag; the other order would lose messages (reliability, I17).
 */
export const createSender = (parts: SenderParts): Sender => {
  const { db, atOnce, log } = parts
  const under = new Set<Promise<void>>()
  const sent: Waiting[] = []
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<number> | null = null
  let deleting: Promise<void> | null = null
  let moreDue = false
  let again = false
  let stopped = false
  let count = 0

  const claim = async (): Promise<number> => {
    const free = atOnce - under.size
    if (stopped || free === 0) return 0
    const claimed = await claimDue(db, free)
    moreDue = claimed.length === free
    for (const message of claimed) begin(message)
    count += claimed.length
    return claimed.length
  }
  /** Resolves to how many are started. */
  const fill = (): Promise<number> => (looking ??= claim().finally(() => (looking = null)))
  const begin = (message: Addressed): void => {
    const done = deliver(parts, message)
      .then((isSent) => {
        if (isSent) sent.push(message)
      })
      .finally(() => {
        under.delete(done)
        void deleteSoon()
        if (moreDue) look()
      })
    under.add(done)
    // Its lease expires.
    done.catch((error: unknown) => log?.warn({ err: error }, 'sending a push message failed'))
  }
  /** Many in one statement while the previous one is under way. */
  const deleteSent = async (): Promise<void> => {
    while (sent.length > 0) await markSent(db, sent.splice(0))
  }
  const deleteSoon = (): Promise<void> =>
    (deleting ??= deleteSent()
      .catch((error: unknown) => log?.warn({ err: error }, 'deleting sent push messages failed'))
      .finally(() => (deleting = null)))

  const look = (): void => {
    if (stopped) return
    again = looking !== null
    if (again) return
    void fill()
      .catch((error: unknown) => log?.warn({ err: error }, 'claiming push messages failed'))
      .then(() => {
        if (again) look()
      })
  }

  return {
    runDue: async () => {
      const before = count
      for (;;) {
        const started = await fill()
        if (started === 0 && under.size === 0) break
        if (under.size > 0) await Promise.race(under)
      }
      await deleteSoon()
      return count - before
    },
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
      await looking?.catch(() => 0)
      await Promise.allSettled(under)
      await deleteSoon()
    },
  }
}

type Waiting = { org_id: string; run_id: string; device_id: string }

const outcomeOf = (answer: PushAnswer | null): PushOutcome => {
  const status = answer?.status
  if (status === undefined || status === 413) return 'failed'
  if (status === null) return 'postponed'
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'expired'
  return status === 403 ? 'refused' : 'postponed'
}

type Addressed = Waiting & {
  endpoint: string
  p256dh: string
  auth: string
  message: PushMessage | ReminderMessage
  failures: number
  age: number
}

/** With the devices' addresses: sign-out or removal deletes a device with its messages. */
const claimDue = async (db: Database, limit: number): Promise<Addressed[]> => {
  const { rows } = await sql<Addressed>`
    with due as (
      select org_id, run_id, device_id from push_outbox
      where run_at <= now() and (lease_until is null or lease_until < now())
      order by run_at limit ${limit} for update skip locked
    )
    update push_outbox o set lease_until = now() + make_interval(secs => ${leaseSeconds})
    from due join push_device d on d.org_id = due.org_id and d.id = due.device_id
    where o.org_id = due.org_id and o.run_id = due.run_id and o.device_id = due.device_id
    returning o.org_id, o.run_id, o.device_id, o.message, o.failures, d.endpoint, d.p256dh, d.auth,
      extract(epoch from now() - o.created_at)::float8 as age`.execute(db.owner)
  return rows
}

/** Resolves to whether it was sent; otherwise it is postponed or deleted. */
const deliver = async (parts: SenderParts, message: Addressed): Promise<boolean> => {
  const { db, random, log } = parts
  const { run_id: run, device_id: device, failures } = message
  const left = daySeconds - message.age
  const answer = left <= 0 ? null : await post(parts, message, Math.ceil(left))
  if (left > 0) parts.onAnswer?.(outcomeOf(answer))
  if (answer === null) {
    await giveUp(db, message)
    return false
  }
  const { status } = answer
  if (status === null)
    log?.warn({ err: answer.error, device, failures }, 'a push service cannot be reached')
  if (status !== null && status >= 200 && status < 300) return true
  if (status === 404 || status === 410) await forgetDevice(db, message)
  else if (status === 413) {
    log?.error({ run }, 'a push message is too large')
    await giveUp(db, message)
  } else {
    if (status === 403) log?.fatal({ device }, 'a push service refuses the keys of this server')
    await postpone(db, message, pauseSeconds(failures, answer, random))
  }
  return false
}

/** Null if the device's keys are invalid. */
const post = async (
  { service, log }: SenderParts,
  { endpoint, p256dh, auth, message, run_id, device_id }: Addressed,
  ttlSeconds: number,
): Promise<PushAnswer | null> => {
  try {
    return await service.post({ endpoint, p256dh, auth }, JSON.stringify(message), {
      topic: run_id.replaceAll('-', ''),
      ttlSeconds,
    })
  } catch (error) {
    log?.error({ err: error, device: device_id }, 'building a push message failed')
    return null
  }
}

/** 2, 8, 32 … seconds, an hour at most, and never less than Retry-After. */
const pauseSeconds = (
  failures: number,
  { retryAfterMs }: PushAnswer,
  random: () => number,
): number => {
  const pause = Math.min(2 * 4 ** Math.min(failures, 8), maxPauseSeconds) * (1 + random() / 2)
  return Math.min(Math.max(pause, (retryAfterMs ?? 0) / 1000), daySeconds)
}

const markSent = async (db: Database, sent: readonly Waiting[]): Promise<void> => {
  const rows = JSON.stringify(
    sent.map(({ org_id, run_id, device_id }) => ({ org_id, run_id, device_id })),
  )
  await sql`
    with sent as (
      delete from push_outbox o
      using jsonb_to_recordset(${rows}::jsonb) as s (org_id text, run_id uuid, device_id uuid)
      where o.org_id = s.org_id and o.run_id = s.run_id and o.device_id = s.device_id
      returning o.org_id, o.device_id
    )
    update push_device d set last_sent_at = now() from (select distinct org_id, device_id from sent) s
    where d.org_id = s.org_id and d.id = s.device_id`.execute(db.owner)
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
