import { sql } from 'kysely'
import type { Activity } from '../../connectors/port.ts'
import type { Database } from '../../platform/db/db.ts'
import type { ClaimedJob } from '../../platform/db/queue.ts'
import { lockActivity } from './lock-activity.ts'
import { rowsOf, type Key } from './next-step.ts'

export type Subject = { db: Database; job: ClaimedJob; key: Key }

/** Another worker has the job; nothing may be sent. */
export class JobLost extends Error {}

/** Before it is sent, so that a killed server knows what may exist. Throws JobLost. */
export const recordSending = async (
  { db, job, key }: Subject,
  { id, company, person }: Activity,
  version: number,
  at: number,
): Promise<void> => {
  const sent = id === undefined ? JSON.stringify({ company, person }) : null
  await db.asOrg(job.orgId, async (trx) => {
    const claimed = await trx
      .selectFrom('job')
      .select('id')
      .where('kind', '=', job.kind)
      .where('id', '=', job.id)
      .where('holder', '=', job.holder)
      .executeTakeFirst()
    if (!claimed) throw new JobLost('Another worker sends this activity.')
    await rowsOf(trx, key)
      .set({ state: 'sent', version, sent, sent_at: new Date(at) })
      .execute()
  })
}

/** An edit since then waits to be sent. */
export const recordDone = (subject: Subject, externalId: string): Promise<void> =>
  end(subject, { state: 'done', external_id: externalId })

export const recordRefused = (subject: Subject, reason: string): Promise<void> =>
  end(subject, { state: 'refused', reason: reason.slice(0, maxReason) })

export const recordSkipped = (subject: Subject, reason: string): Promise<void> =>
  end(subject, { state: 'skipped', reason: reason.slice(0, maxReason) })

const maxReason = 500

/** It was not sent, or not done. */
export const recordAbsent = ({ db, job, key }: Subject): Promise<void> =>
  db.asOrg(job.orgId, async (trx) => {
    await rowsOf(trx, key).set({ state: 'waiting', sent: null }).execute()
  })

export const recordUnknown = ({ db, job, key }: Subject): Promise<void> =>
  db.asOrg(job.orgId, async (trx) => {
    await rowsOf(trx, key).set({ state: 'unknown' }).execute()
  })

/** The CRM never said what became of it. A later edit looks for it again before it is sent. */
export const recordLost = ({ db, job, key }: Subject, reason: string): Promise<void> =>
  db.asOrg(job.orgId, async (trx) => {
    await rowsOf(trx, key).set({ state: 'refused', reason }).execute()
  })

type End = { state: 'done'; external_id: string } | { state: 'refused' | 'skipped'; reason: string }

const end = ({ db, job, key }: Subject, set: End): Promise<void> =>
  db.asOrg(job.orgId, async (trx) => {
    const version = (await lockActivity(trx, key.activityId)) ?? 0
    await rowsOf(trx, key)
      .set({
        reason: null,
        ...set,
        sent: null,
        state: sql`case when version < ${version} then 'waiting' else ${set.state} end`,
      })
      .execute()
  })
