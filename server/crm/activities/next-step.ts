import type { Selectable, Transaction } from 'kysely'
import { customerOf, policiesOf } from '../../customer/customer.ts'
import type { SentActivity } from '../../platform/db/crm-activity-tables.ts'
import type { ActivityRow, Tables } from '../../platform/db/tables.ts'
import { linksOf } from '../links.ts'
import type { Part } from './content.ts'
import { hasFollowUp } from './enqueue.ts'

type Trx = Transaction<Tables>

export type Key = { connectionId: string; activityId: string; part: Part }

export type Content = {
  activity: Selectable<ActivityRow>
  at: SentActivity
  externalId: string | null
  author: { userId: string; email: string | null; name: string }
  /** Owners chosen by an admin. */
  chosen: Readonly<Record<string, string>>
}

export type Step =
  | { is: 'over' }
  /** Sent at `sentAt` (ms since 1970) without an answer; `create` is null for an edit. */
  | { is: 'open'; create: Content | null; sentAt: number }
  | { is: 'ready'; content: Content }

export const rowsOf = (trx: Trx, { connectionId, activityId, part }: Key) =>
  trx
    .updateTable('crm_activity')
    .where('connection_id', '=', connectionId)
    .where('activity_id', '=', activityId)
    .where('part', '=', part)

/** Until the transaction ends, no edit is saved. Undefined: it is deleted for good. */
export const lockVersion = async (trx: Trx, activityId: string): Promise<number | undefined> => {
  const row = await trx
    .selectFrom('activity')
    .select('version')
    .where('id', '=', activityId)
    .forUpdate()
    .executeTakeFirst()
  return row?.version
}

/** What there is to do for an activity at one CRM. A run begins with `isFirst`: what was being sent then, has no answer. */
export const nextStep = async (trx: Trx, key: Key, isFirst: boolean): Promise<Step> => {
  const activity = await trx
    .selectFrom('activity')
    .selectAll()
    .where('id', '=', key.activityId)
    .forUpdate()
    .executeTakeFirst()
  if (isFirst)
    await rowsOf(trx, key).set({ state: 'unknown' }).where('state', '=', 'sent').execute()
  const row = await trx
    .selectFrom('crm_activity as c')
    .innerJoin('crm_connection as k', 'k.id', 'c.connection_id')
    .select(['c.state', 'c.version', 'c.external_id', 'c.sent', 'c.sent_at', 'k.mapping'])
    .where('c.connection_id', '=', key.connectionId)
    .where('c.activity_id', '=', key.activityId)
    .where('c.part', '=', key.part)
    .where('c.state', 'in', ['waiting', 'sent', 'unknown'])
    .where('k.state', '=', 'connected')
    .executeTakeFirst()
  if (!activity || !row) return { is: 'over' }
  const isOpen = row.sent !== null || row.state !== 'waiting'
  const obstacle = await obstacleOf(trx, activity, key.part)
  // A CRM that has our ids repeats the create in order to find out; of a deleted activity nothing may arrive late.
  if (obstacle !== null && (!isOpen || activity.deleted_at !== null)) {
    await rowsOf(trx, key)
      .set({ state: 'skipped', reason: obstacle, version: activity.version })
      .execute()
    return { is: 'over' }
  }
  const shared = {
    activity,
    externalId: row.external_id,
    author: await authorOf(trx, activity.author_id),
    chosen: row.mapping?.owners ?? {},
  }
  if (isOpen)
    return {
      is: 'open',
      create: row.sent && { ...shared, at: row.sent },
      sentAt: row.sent_at?.getTime() ?? 0,
    }
  const at = await recordsOf(trx, key.connectionId, activity)
  return at === null ? { is: 'over' } : { is: 'ready', content: { ...shared, at } }
}

const authorOf = async (trx: Trx, userId: string): Promise<Content['author']> => {
  const member = await trx
    .selectFrom('member')
    .select(['email', 'name'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { userId, email: member?.email || null, name: member?.name ?? '' }
}

const obstacleOf = async (
  trx: Trx,
  activity: Selectable<ActivityRow>,
  part: Part,
): Promise<string | null> => {
  if (activity.deleted_at !== null) return 'It was deleted before it was sent.'
  if (part === 'follow-up' && !hasFollowUp(activity))
    return 'The outcome changed before it was sent.'
  const { crmActivities } = policiesOf(await customerOf(trx))
  return crmActivities ? null : 'Your organisation doesn’t send notes and visits to CRMs.'
}

/** Null while the record has no link. A person's company is named if it has one. */
const recordsOf = async (
  trx: Trx,
  connectionId: string,
  { category, record_id: recordId }: Selectable<ActivityRow>,
): Promise<SentActivity | null> => {
  if (category === 'company') {
    const company = await liveLink(trx, connectionId, recordId)
    return company && { company: company.id, person: null }
  }
  const person = await liveLink(trx, connectionId, recordId)
  if (!person || person.object === 'company') return null
  const record = await trx
    .selectFrom('person')
    .select('company_id')
    .where('id', '=', recordId)
    .executeTakeFirst()
  const company = record && (await liveLink(trx, connectionId, record.company_id))
  return { company: company?.id ?? null, person: { object: person.object, id: person.id } }
}

const liveLink = async (trx: Trx, connectionId: string, recordId: string) => {
  const links = await linksOf(trx, connectionId, ['company', 'contact', 'lead'], [recordId])
  const link = links.get(recordId)
  return link && !link.isDeleted ? link : null
}
