import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as waitFor } from 'node:timers/promises'
import type { Database } from '../../platform/db/db.ts'
import { abandonJob, Postponed, type ClaimedJob, type Worker } from '../../platform/db/queue.ts'
import type { Access } from '../access.ts'
import type { Crms } from '../crms.ts'
import { openPatience } from '../patience.ts'
import type { Part } from './content.ts'
import { lockActivity } from './lock-activity.ts'
import { openOwners } from './owners.ts'
import { sendActivity } from './send.ts'

export type ActivityParts = {
  db: Database
  crms: Crms
  access: Access
  /** ms since 1970. */
  now: () => number
  pause?: (ms: number) => Promise<void>
  log?: FastifyBaseLogger | undefined
}

/** Writes a note or a visit to every connected CRM that has its record. The job's id is the activity's. */
export const activityWorker = (parts: ActivityParts): Worker => {
  const { db } = parts
  const owners = openOwners(parts.now)
  const pause = parts.pause ?? ((ms: number) => waitFor(ms))

  const runOnce = async (job: ClaimedJob): Promise<void> => {
    const waits: number[] = []
    for (const { connectionId, connector, part } of await openParts(db, job)) {
      const crm = parts.crms.find(connector)
      if (!crm) continue
      const { label } = crm.kind
      const { now, access } = parts
      // It may wait for as long as the CRM asks.
      const startedAt = now()
      const { orgId } = job
      const patience = openPatience({ access, orgId, connectionId, label, startedAt, now, pause })
      const key = { connectionId, activityId: job.id, part }
      const sending = { db, job, key, connector: crm.connector, label, patience, owners, now }
      await sendActivity(sending).catch((error: unknown) => {
        if (!(error instanceof Postponed)) throw error
        waits.push(error.until)
      })
    }
    if (waits.length > 0) throw new Postponed('a CRM has to wait', Math.min(...waits))
  }

  return {
    run: async (job) => {
      for (;;) {
        const before = await db.asOrg(job.orgId, (trx) => lockActivity(trx, job.id))
        await runOnce(job)
        const isOver = await db.asOrg(job.orgId, async (trx) => {
          // An edit meanwhile found this job, and added none.
          if ((await lockActivity(trx, job.id)) !== before) return false
          await abandonJob(trx, job)
          return true
        })
        if (isOver) return
      }
    },
    giveUp: (job) =>
      db.asOrg(job.orgId, async (trx) => {
        if (!(await abandonJob(trx, job))) return
        await trx
          .updateTable('crm_activity')
          .set({ state: 'refused', reason: 'Something went wrong on our side.' })
          .where('activity_id', '=', job.id)
          .where('state', 'in', ['waiting', 'sent', 'unknown'])
          .execute()
      }),
  }
}

const openParts = (
  db: Database,
  { orgId, id }: ClaimedJob,
): Promise<{ connectionId: string; connector: string; part: Part }[]> =>
  db.asOrg(orgId, (trx) =>
    trx
      .selectFrom('crm_activity as c')
      .innerJoin('crm_connection as k', 'k.id', 'c.connection_id')
      .select(['c.connection_id as connectionId', 'k.connector', 'c.part'])
      .where('c.activity_id', '=', id)
      .where('c.state', 'in', ['waiting', 'sent', 'unknown'])
      .where('k.state', '=', 'connected')
      .orderBy('c.part')
      .execute(),
  )
