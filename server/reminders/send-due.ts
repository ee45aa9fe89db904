import type { FastifyBaseLogger } from 'fastify'
import { sql, type Selectable, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { addDays, dayOf } from '../../contract/core/days.ts'
import { opensApp } from '../../contract/org/customer.ts'
import { zoneNow } from '../agents/time.ts'
import { subscriptionOf } from '../customer/customer.ts'
import { zoneOf } from '../customer/time-zone.ts'
import { hasFollowUps } from '../flags.ts'
import type { Database } from '../platform/db/db.ts'
import type { FollowUpRow, Tables } from '../platform/db/tables.ts'
import { enqueueReminder } from '../push/outbox.ts'
import { followUpViews } from '../saved-work/follow-ups.ts'
import { isDue } from './due.ts'

type Trx = Transaction<Tables>
type Owner = { orgId: string; userId: string }

type ReminderParts = {
  db: Database
  now: () => number
  log?: FastifyBaseLogger | undefined
}

/**
 * One message to each device of an owner about all that is due, once for a follow-up and its day and time: the mark and the
 * messages are one transaction.
 */
export const sendDueReminders = async ({ db, now, log }: ReminderParts): Promise<void> => {
  const at = new Date(now())
  for (const owner of await ownersOfDue(db, at))
    try {
      await db.asOrg(owner.orgId, (trx) => remind(trx, owner, at))
    } catch (error) {
      log?.error({ err: error, org: owner.orgId }, 'a reminder failed')
    }
}

const ownersOfDue = async (db: Database, at: Date): Promise<Owner[]> => {
  const rows = await db.owner
    .selectFrom('follow_up as f')
    .leftJoin('customer as c', 'c.org_id', 'f.org_id')
    .select(['f.org_id', 'f.owner_id', 'f.due_day', 'f.due_time', 'f.updated_at'])
    .select(['c.default_country', 'c.country'])
    .where(isWaiting(at))
    .execute()
  const owners = new Map<string, Owner>()
  for (const row of rows) {
    const { org_id: orgId, owner_id: userId } = row
    if (isDue(datedOf(row), at, zoneOf(row.default_country ?? row.country ?? undefined)))
      owners.set(JSON.stringify([orgId, userId]), { orgId, userId })
  }
  return [...owners.values()]
}

/** Whatever an organisation may not use now is marked without a message. */
const remind = async (trx: Trx, { orgId, userId }: Owner, at: Date): Promise<void> => {
  const zone = await zoneNow(trx)
  const rows = await trx
    .selectFrom('follow_up as f')
    .selectAll()
    .where('f.owner_id', '=', userId)
    .where(isWaiting(at))
    .orderBy('f.due_day')
    .orderBy('f.due_time', (order) => order.asc().nullsFirst())
    .orderBy('f.id')
    .forUpdate()
    // Another process sends it, or a change is arriving: the next look decides.
    .skipLocked()
    .execute()
  const due = rows.filter((row) => isDue(datedOf(row), at, zone))
  if (due.length === 0) return
  await trx
    .updateTable('follow_up as f')
    .set({ reminded: dateKey })
    .where(
      'f.id',
      'in',
      due.map(({ id }) => id),
    )
    .execute()
  if (!opensApp(await subscriptionOf(trx), at.getTime()) || !(await hasFollowUps(trx))) return
  const views = await followUpViews(trx, due)
  await enqueueReminder(trx, orgId, userId, {
    runId: uuidv7(),
    followUps: views.map(({ id }) => id),
    names: views.flatMap(({ recordName }) => recordName ?? []),
    text: views.length === 1 ? (views[0]?.text ?? '') : '',
  })
}

/** In any time zone between UTC and UTC+14. */
const isWaiting = (at: Date) => sql<boolean>`
  f.state = 'open' and f.deleted_at is null
  and f.due_day between ${addDays(dayOf(at), -1)}::date and ${addDays(dayOf(at), 1)}::date
  and f.reminded is distinct from ${dateKey}`

const dateKey = sql<string>`f.due_day::text || coalesce(' ' || f.due_time, '')`

const datedOf = ({
  due_day: dueDay,
  due_time: dueTime,
  updated_at: changedAt,
}: Pick<Selectable<FollowUpRow>, 'due_day' | 'due_time' | 'updated_at'>) => ({
  dueDay,
  dueTime,
  changedAt,
})
