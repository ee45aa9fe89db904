import type { Transaction } from 'kysely'
import { customerOf, policiesOf } from '../../customer/customer.ts'
import type { SentActivity } from '../../platform/db/crm-activity-tables.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Loaded, Part, Source } from './content.ts'
import { loadEntry } from './entry-source.ts'
import { loadFollowUp } from './follow-up-source.ts'
import { loadTask } from './task-source.ts'

type Trx = Transaction<Tables>

export type Key = { connectionId: string; activityId: string; part: Part }

export type Content = {
  source: Source
  records: SentActivity
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

/** What there is to do for an activity at one CRM. A run begins with `isFirst`: what was being sent then, has no answer. */
export const nextStep = async (trx: Trx, key: Key, isFirst: boolean): Promise<Step> => {
  const loaded = await load(trx, key)
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
  if (!loaded || !row) return { is: 'over' }
  const { source, findRecords } = loaded
  const skip = async (reason: string | null): Promise<Step> => {
    await rowsOf(trx, key).set({ state: 'skipped', reason, version: source.version }).execute()
    return { is: 'over' }
  }
  const isOpen = row.sent !== null || row.state !== 'waiting'
  const obstacle = source.obstacle ?? (await policyAgainst(trx))
  // A CRM that has our ids repeats the create in order to find out; of a deleted activity nothing may arrive late.
  if (obstacle !== null && (!isOpen || source.isDeleted)) return skip(obstacle)
  const shared = {
    source,
    externalId: row.external_id,
    author: await authorOf(trx, source.authorId),
    chosen: row.mapping?.owners ?? {},
  }
  if (isOpen)
    return {
      is: 'open',
      create: row.sent && { ...shared, records: row.sent },
      sentAt: row.sent_at?.getTime() ?? 0,
    }
  const records = await findRecords(key.connectionId)
  if (records) return { is: 'ready', content: { ...shared, records } }
  // A task is about today; a note waits for the link.
  return key.part === 'signals' ? skip(null) : { is: 'over' }
}

const load = (trx: Trx, { activityId, part }: Key): Promise<Loaded | undefined> => {
  if (part === 'signals') return loadTask(trx, activityId)
  return part === 'own-follow-up' ? loadFollowUp(trx, activityId) : loadEntry(trx, activityId, part)
}

const authorOf = async (trx: Trx, userId: string): Promise<Content['author']> => {
  const member = await trx
    .selectFrom('member')
    .select(['email', 'name'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { userId, email: member?.email || null, name: member?.name ?? '' }
}

/** Why notes, visits and tasks may not be sent. */
export const policyAgainst = async (trx: Trx): Promise<string | null> => {
  const { crmActivities } = policiesOf(await customerOf(trx))
  return crmActivities ? null : 'Your organisation doesn’t send notes, visits and tasks to CRMs.'
}
