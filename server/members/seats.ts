import { sql, type Transaction } from 'kysely'
import type { Subscription } from '../../contract/org/customer.ts'
import { subscriptionOf } from '../customer/customer.ts'
import type { Database } from '../platform/db/db.ts'
import { abandonJob, completeJob, enqueue, type Worker } from '../platform/db/queue.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { ClerkBackend } from '../platform/vendors/clerk-backend.ts'

type Trx = Transaction<Tables>

export const seatsJob = 'seats'

/** One per organisation, so that its limits reach Clerk one after the other. */
const onlyId = '00000000-0000-0000-0000-000000000000'

/** Clerk is asked at once for a number of users that has changed; otherwise within a minute. */
export const limitSeats = async (
  trx: Trx,
  change: { orgId: string; before: Subscription | null; after: Subscription | null },
): Promise<void> => {
  const { orgId, before, after } = change
  if (before?.metadata?.seats !== after?.metadata?.seats)
    await enqueue(trx, { orgId, kind: seatsJob, id: onlyId })
}

/** Finds what no job was enqueued for, and what Clerk did not take. */
export const enqueueUnsentSeats = async (db: Database): Promise<void> => {
  const unsent = await db.owner
    .selectFrom('subscription')
    .select('org_id')
    .where(sql<boolean>`(data->'metadata'->>'seats')::int is distinct from sent_seats`)
    .where(sql<boolean>`data->'metadata'->>'seats' is not null`)
    .execute()
  for (const { org_id: orgId } of unsent)
    await db.asOrg(orgId, (trx) => enqueue(trx, { orgId, kind: seatsJob, id: onlyId }))
}

/**
 * Clerk admits as many members and open invitations as the plan has users; members beyond stay. A plan that has ended keeps its
 * limit.
 */
export const seatsWorker = ({ db, clerk }: { db: Database; clerk: ClerkBackend }): Worker => ({
  run: async (job) => {
    const { orgId } = job
    for (;;) {
      const seats = await db.asOrg(orgId, unsentSeats)
      if (seats === null) break
      await clerk.limitMembers(orgId, seats)
      await db.asOrg(orgId, (trx) =>
        trx.updateTable('subscription').set({ sent_seats: seats }).execute(),
      )
    }
    await db.asOrg(orgId, (trx) => completeJob(trx, job))
  },
  // It is enqueued again within a minute.
  giveUp: (job) =>
    db.asOrg(job.orgId, async (trx) => {
      await abandonJob(trx, job)
    }),
})

const unsentSeats = async (trx: Trx): Promise<number | null> => {
  const seats = (await subscriptionOf(trx))?.metadata?.seats ?? null
  const row = await trx.selectFrom('subscription').select('sent_seats').executeTakeFirst()
  return seats === row?.sent_seats ? null : seats
}
