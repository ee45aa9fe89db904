import { sql, type RawBuilder, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import { emailJob } from '../agents/run-agent.ts'
import { activityJob } from '../crm/activities/enqueue.ts'
import { feedbackEmailJob } from '../feedback.ts'
import { notificationEmailJob } from '../notifications/mail.ts'
import { readEverything } from '../platform/db/copy-policies.ts'
import type { Database } from '../platform/db/db.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>

/** What waited to be sent when a backup was taken, and may have been sent after it. */
export type Parked = { messages: number; emails: number; activities: number }

export const ParkedCommand = z.object({ do: z.enum(['list', 'send', 'discard']) })
export type ParkedCommand = z.infer<typeof ParkedCommand>

/** Jobs and messages that are never due. */
const never = sql`'infinity'::timestamptz`
const reason = 'Fieldbook was restored from a backup, and this may have been sent before.'
const emailJobs = [emailJob, notificationEmailJob, feedbackEmailJob]

/** Without row-level security, while a backup is loaded. */
export const parkAll = async (trx: Trx): Promise<void> => {
  await sql`update push_outbox set run_at = ${never}, lease_until = null`.execute(trx)
  await sql`update job set run_at = ${never}, holder = null, lease_until = null
    where kind = any(${emailJobs}::text[])`.execute(trx)
  await sql`update crm_activity set state = 'skipped', reason = ${reason}
    where state in ('waiting', 'sent', 'unknown')`.execute(trx)
  await sql`delete from job where kind = ${activityJob}`.execute(trx)
}

/** Lists, sends or deletes what a restore has parked; in lines. */
export const operateParked = async (
  db: Database,
  { do: what }: ParkedCommand,
): Promise<string[]> => {
  const found = await countParked(db)
  const total = found.messages + found.emails + found.activities
  if (total === 0) return ['Nothing is parked.']
  if (what === 'list') return parkedLines(found)
  for (const orgId of await organisations(db))
    await db.asOrg(orgId, async (trx) => {
      for (const statement of what === 'send' ? sendAll : discardAll) await statement.execute(trx)
    })
  return [what === 'send' ? `${total} are being sent.` : `${total} were deleted and aren’t sent.`]
}

const sendAll: RawBuilder<unknown>[] = [
  sql`update push_outbox set run_at = now() where run_at = ${never}`,
  sql`update job set run_at = now() where run_at = ${never}`,
  sql`update crm_activity set state = 'waiting', reason = null where state = 'skipped' and reason = ${reason}`,
]

const discardAll: RawBuilder<unknown>[] = [
  sql`delete from push_outbox where run_at = ${never}`,
  sql`delete from job where run_at = ${never}`,
  sql`update crm_activity set reason = null where state = 'skipped' and reason = ${reason}`,
]

export const countParked = (db: Database): Promise<Parked> =>
  db.owner.transaction().execute(async (trx) => {
    await readEverything(trx)
    const { rows } = await sql<Parked>`select
      (select count(*)::int from push_outbox where run_at = ${never}) as messages,
      (select count(*)::int from job where run_at = ${never}) as emails,
      (select count(*)::int from crm_activity where state = 'skipped' and reason = ${reason}) as activities`.execute(
      trx,
    )
    return rows[0] ?? { messages: 0, emails: 0, activities: 0 }
  })

export const parkedLines = ({ messages, emails, activities }: Parked): string[] => [
  `Parked, because they may have been sent before: ${messages} push messages, ${emails} emails, ${activities} notes, visits and tasks for CRMs.`,
  'Send or delete them with: npm run restore -- parked send, npm run restore -- parked discard',
]

export const organisations = async (db: Database): Promise<string[]> => {
  const rows = await db.owner.selectFrom('customer').select('org_id').orderBy('org_id').execute()
  return rows.map(({ org_id: orgId }) => orgId)
}
