import { sql, type Selectable, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { Activity } from '../../contract/saved-work/activities.ts'
import type { Category } from '../../contract/records/records.ts'
import { addVersion, mergeInto } from './history.ts'
import type { Fields, Merged } from './merge.ts'
import { forgetLongDeleted } from './retention.ts'
import type { Context } from '../platform/http/context.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import type { ActivityRow, Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>
type Row = Selectable<ActivityRow>
type Actor = Pick<Context, 'orgId' | 'userId' | 'role'>

const maxShown = 200

export const activitiesOn = (trx: Trx, category: Category, recordId: string): Promise<Row[]> =>
  trx
    .selectFrom('activity')
    .selectAll()
    .where('category', '=', category)
    .where('record_id', '=', recordId)
    .where('deleted_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(maxShown)
    .execute()

export type NewActivity = Pick<
  Activity,
  'id' | 'kind' | 'category' | 'recordId' | 'text' | 'at' | 'outcome' | 'field'
>

/** Leaves the caller's with the same id unchanged. Throws `not-found` for an unknown record or another member's id. */
export const addActivity = async (
  trx: Trx,
  actor: Actor,
  seq: string,
  activity: NewActivity,
): Promise<Row> => {
  const there = await rowOf(trx, activity.id)
  if (there) {
    if (there.author_id !== actor.userId) throw notFound()
    return existing(there)
  }
  await checkRecord(trx, activity.category, activity.recordId)
  const row = await trx
    .insertInto('activity')
    .values({
      org_id: actor.orgId,
      id: activity.id,
      kind: activity.kind,
      category: activity.category,
      record_id: activity.recordId,
      text: activity.text,
      at: activity.at,
      outcome: activity.outcome,
      field: activity.field,
      author_id: actor.userId,
      seq,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addVersion(trx, actor, 'activity_version', row, fieldsOf(row))
  return row
}

/** Merges edits from other devices; throws `not-found`, `deleted`, `role-forbidden`. */
export const changeActivity = async (
  trx: Trx,
  actor: Actor,
  seq: string,
  id: string,
  arrival: { baseVersion: number; changes: Fields },
): Promise<{ row: Row; merged: Merged }> => {
  const before = await rowOf(trx, id)
  if (!before) throw notFound()
  const row = existing(before)
  if (row.author_id !== actor.userId)
    throw new ProblemError('role-forbidden', 'Only the author can change this.')
  const merged = await mergeInto(trx, 'activity_version', id, arrival)
  if (merged.changed.length === 0) return { row, merged }
  const { text, at, outcome } = z.parse(Stored, merged.fields)
  const after = await trx
    .updateTable('activity')
    .set({
      text,
      at,
      outcome,
      version: row.version + 1,
      seq,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await addVersion(trx, actor, 'activity_version', after, fieldsOf(after), merged)
  return { row: after, merged }
}

/** The caller's, or any for an admin; repeated calls change nothing. */
export const deleteActivity = async (
  trx: Trx,
  actor: Actor,
  seq: string,
  id: string,
): Promise<void> => {
  const row = await rowOf(trx, id)
  if (!row) throw notFound()
  if (row.deleted_at !== null) return
  if (row.author_id !== actor.userId && actor.role !== 'admin')
    throw new ProblemError('role-forbidden', 'Only the author or an admin can delete this.')
  await trx
    .updateTable('activity')
    .set({ deleted_at: sql`now()`, deleted_by: actor.userId, seq })
    .where('id', '=', id)
    .execute()
  await forgetLongDeleted(trx)
}

const rowOf = (trx: Trx, id: string): Promise<Row | undefined> =>
  trx.selectFrom('activity').selectAll().where('id', '=', id).executeTakeFirst()

const existing = (row: Row): Row => {
  if (row.deleted_at === null) return row
  throw new ProblemError('deleted', 'This was deleted.', {
    more: { deletedBy: row.deleted_by, deletedAt: row.deleted_at.toISOString() },
  })
}

/** Throws `not-found` for an unknown record. */
export const checkRecord = async (trx: Trx, category: Category, id: string): Promise<void> => {
  const table = category === 'company' ? 'company' : 'person'
  const record = await trx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
  if (!record) throw new ProblemError('not-found', 'We can’t find this record.')
}

const Stored = z.object({ text: z.string(), at: z.string(), outcome: z.nullable(z.string()) })

const fieldsOf = ({ text, at, outcome }: Row): z.infer<typeof Stored> => ({
  text,
  at: at.toISOString(),
  outcome,
})
