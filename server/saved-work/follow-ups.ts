import { sql, type Selectable, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { ChosenState, FollowUp } from '../../contract/saved-work/follow-ups.ts'
import type { FollowUpRow, Tables } from '../platform/db/tables.ts'
import type { Context } from '../platform/http/context.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import { namesOf } from '../records/views.ts'
import { checkRecord } from './activities.ts'
import { addVersion, mergeInto } from './history.ts'
import type { Fields, Merged } from './merge.ts'
import { forgetLongDeleted, rememberedDays } from './retention.ts'

type Trx = Transaction<Tables>
type Row = Selectable<FollowUpRow>
type Actor = Pick<Context, 'orgId' | 'userId'>

export type NewFollowUp = Pick<
  FollowUp,
  'id' | 'category' | 'recordId' | 'text' | 'dueDay' | 'dueTime' | 'origin'
> & { state: ChosenState }

/** Leaves the caller's with the same id unchanged. Throws `not-found` for an unknown record or another member's id. */
export const addFollowUp = async (
  trx: Trx,
  actor: Actor,
  seq: string,
  { origin, ...followUp }: NewFollowUp,
): Promise<Row> => {
  const known = await rowOf(trx, followUp.id)
  if (known) return ownOf(known, actor)
  await checkRecord(trx, followUp.category, followUp.recordId)
  await dropLongClosed(trx, seq)
  const row = await trx
    .insertInto('follow_up')
    .values({
      org_id: actor.orgId,
      id: followUp.id,
      owner_id: actor.userId,
      category: followUp.category,
      record_id: followUp.recordId,
      text: followUp.text,
      due_day: followUp.dueDay,
      due_time: followUp.dueTime,
      state: followUp.state,
      origin_kind: origin?.kind ?? null,
      origin_id: origin?.id ?? null,
      seq,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addVersion(trx, actor, 'follow_up_version', row, fieldsOf(row))
  return row
}

/** Merges edits from other devices; throws `not-found` or `deleted`. */
export const changeFollowUp = async (
  trx: Trx,
  actor: Actor,
  seq: string,
  id: string,
  arrival: { baseVersion: number; changes: Fields },
): Promise<{ row: Row; merged: Merged }> => {
  const before = await rowOf(trx, id)
  if (!before) throw notFound()
  const row = ownOf(before, actor)
  const merged = await mergeInto(trx, 'follow_up_version', id, arrival)
  if (merged.changed.length === 0) return { row, merged }
  const { text, dueDay, dueTime, state } = z.parse(Stored, merged.fields)
  const after = await trx
    .updateTable('follow_up')
    .set({
      text,
      due_day: dueDay,
      due_time: dueTime,
      state,
      version: row.version + 1,
      seq,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await addVersion(trx, actor, 'follow_up_version', after, fieldsOf(after), merged)
  return { row: after, merged }
}

/** With the names of their records. */
export const followUpViews = async (trx: Trx, rows: readonly Row[]): Promise<FollowUp[]> => {
  const idsIn = (category: Row['category']): string[] =>
    rows.filter((row) => row.category === category).map((row) => row.record_id)
  const names = {
    ...(await namesOf(trx, 'company', idsIn('company'))),
    ...(await namesOf(trx, 'person', idsIn('people'))),
  }
  return rows.map((row) => ({
    id: row.id,
    category: row.category,
    recordId: row.record_id,
    recordName: names[row.record_id] ?? null,
    text: row.text,
    dueDay: row.due_day,
    dueTime: row.due_time,
    state: row.state,
    origin:
      row.origin_kind === null || row.origin_id === null
        ? null
        : { kind: row.origin_kind, id: row.origin_id },
    ownerId: row.owner_id,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }))
}

const rowOf = (trx: Trx, id: string): Promise<Row | undefined> =>
  trx.selectFrom('follow_up').selectAll().where('id', '=', id).executeTakeFirst()

const ownOf = (row: Row, { userId }: Actor): Row => {
  if (row.owner_id !== userId) throw notFound()
  if (row.deleted_at === null) return row
  throw new ProblemError('deleted', 'This follow-up was deleted.')
}

/** Devices need not sync what was done long ago. */
const dropLongClosed = async (trx: Trx, seq: string): Promise<void> => {
  const { numUpdatedRows } = await trx
    .updateTable('follow_up')
    .set({ deleted_at: sql`now()`, seq })
    .where('state', '<>', 'open')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`updated_at < now() - make_interval(days => ${sql.lit(rememberedDays)})`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await forgetLongDeleted(trx)
}

const Stored = z.object({
  text: z.string(),
  dueDay: z.string(),
  dueTime: z.nullable(z.string()),
  state: z.enum(['open', 'done', 'dropped', 'ended']),
})

const fieldsOf = (row: Row): z.infer<typeof Stored> => ({
  text: row.text,
  dueDay: row.due_day,
  dueTime: row.due_time,
  state: row.state,
})
