import { sql, type Selectable, type Transaction } from 'kysely'
import type { Cadence } from '../../contract/saved-work/cadences.ts'
import type { CadenceRow } from '../platform/db/cadence-table.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Context } from '../platform/http/context.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import { namesOf } from '../records/views.ts'
import { checkRecord } from './activities.ts'
import { forgetLongDeleted } from './retention.ts'

type Trx = Transaction<Tables>
type Row = Selectable<CadenceRow>
type Actor = Pick<Context, 'orgId' | 'userId'>

/** Throws `not-found` for an unknown list or record or another member's id, `deleted` for an ended cadence. */
export const setCadence = async (
  trx: Trx,
  actor: Actor,
  seq: string,
  { id, target, targetId, weeks }: Pick<Cadence, 'id' | 'target' | 'targetId' | 'weeks'>,
): Promise<Row> => {
  const before = await rowOf(trx, id)
  if (before && before.owner_id !== actor.userId) throw notFound()
  if (before && before.deleted_at !== null)
    throw new ProblemError('deleted', 'This cadence was deleted.')
  if (before && before.weeks === weeks && before.target_id === targetId) return before
  await checkTarget(trx, actor, target, targetId)
  await trx
    .updateTable('cadence')
    .set({ deleted_at: sql`now()`, seq })
    .where('owner_id', '=', actor.userId)
    .where('target_id', '=', targetId)
    .where('id', '<>', id)
    .where('deleted_at', 'is', null)
    .execute()
  return trx
    .insertInto('cadence')
    .values({
      org_id: actor.orgId,
      id,
      owner_id: actor.userId,
      target,
      target_id: targetId,
      weeks,
      seq,
    })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'id']).doUpdateSet({
        target,
        target_id: targetId,
        weeks,
        seq,
        version: sql`cadence.version + 1`,
        updated_at: sql`now()`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Throws `not-found` for another member's. */
export const deleteCadence = async (
  trx: Trx,
  { userId }: Actor,
  seq: string,
  id: string,
): Promise<void> => {
  const row = await rowOf(trx, id)
  if (row?.owner_id !== userId) throw notFound()
  if (row.deleted_at !== null) return
  await trx
    .updateTable('cadence')
    .set({ deleted_at: sql`now()`, seq })
    .where('id', '=', id)
    .execute()
  await forgetLongDeleted(trx)
}

/** With the names of their lists and records. */
export const cadenceViews = async (trx: Trx, rows: readonly Row[]): Promise<Cadence[]> => {
  const idsOf = (target: Row['target']): string[] =>
    rows.filter((row) => row.target === target).map((row) => row.target_id)
  const lists = await trx
    .selectFrom('saved_item')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${idsOf('list')}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
  const names: Readonly<Record<string, string>> = {
    ...Object.fromEntries(lists.map(({ id, name }) => [id, name])),
    ...(await namesOf(trx, 'company', idsOf('company'))),
    ...(await namesOf(trx, 'person', idsOf('people'))),
  }
  return rows.map((row) => ({
    id: row.id,
    target: row.target,
    targetId: row.target_id,
    targetName: names[row.target_id] ?? null,
    weeks: row.weeks,
    ownerId: row.owner_id,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }))
}

/** A leaver's pass to the heir, except where the heir has one of their own. */
export const transferCadences = async (
  trx: Trx,
  from: string,
  heir: string,
  seq: string,
): Promise<void> => {
  await sql`
    update cadence c set seq = ${seq}::bigint,
      deleted_at = case when h.id is null then null else now() end,
      owner_id = case when h.id is null then ${heir} else c.owner_id end
    from cadence own left join cadence h
      on h.org_id = own.org_id and h.owner_id = ${heir} and h.target_id = own.target_id and h.deleted_at is null
    where own.org_id = c.org_id and own.id = c.id and c.owner_id = ${from} and c.deleted_at is null`.execute(
    trx,
  )
}

const checkTarget = async (
  trx: Trx,
  { userId }: Actor,
  target: Row['target'],
  id: string,
): Promise<void> => {
  if (target !== 'list') return checkRecord(trx, target, id)
  const list = await trx
    .selectFrom('saved_item')
    .select('id')
    .where('id', '=', id)
    .where('kind', 'in', ['static', 'upload'])
    .where('deleted_at', 'is', null)
    .where((is) => is.or([is('owner_id', '=', userId), is('shared', '=', true)]))
    .executeTakeFirst()
  if (!list) throw notFound()
}

const rowOf = (trx: Trx, id: string): Promise<Row | undefined> =>
  trx.selectFrom('cadence').selectAll().where('id', '=', id).executeTakeFirst()
