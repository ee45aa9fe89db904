import { sql, type Selectable, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import { dayPlanId } from '../../contract/saved-work/day-plan-id.ts'
import { maxSyncedStops, type DayPlan } from '../../contract/saved-work/day-plans.ts'
import type { DayPlanRow } from '../platform/db/day-plan-tables.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Context } from '../platform/http/context.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import { namesOf } from '../records/views.ts'
import { addVersion, mergeInto } from './history.ts'
import type { Merged } from './merge.ts'
import { forgetLongDeleted, rememberedDays } from './retention.ts'

type Trx = Transaction<Tables>
type Row = Selectable<DayPlanRow>
type Actor = Pick<Context, 'orgId' | 'userId'>
type Stops = Row['stops']

/** `baseVersion` 1 is the empty plan, which every plan begins with. */
export type DayPlanArrival = {
  day: string
  baseVersion: number
  changes: { stops?: Stops | undefined; order?: string[] | undefined }
}

/** Merges edits from all devices of the caller: stops as a set, the order as a whole. */
export const changeDayPlan = async (
  trx: Trx,
  actor: Actor,
  seq: string,
  { day, baseVersion, changes }: DayPlanArrival,
): Promise<{ row: Row; merged: Merged }> => {
  const id = dayPlanId(actor.userId, day)
  const row = (await rowOf(trx, id)) ?? (await addEmpty(trx, actor, seq, id, day))
  if (row.owner_id !== actor.userId) throw notFound()
  const { stops, order } = changes
  const merged = await mergeInto(trx, 'day_plan_version', id, {
    baseVersion,
    changes: {
      ...(stops && { stops: { ...(await withoutRemovedPeople(trx, stops)), ...both(row, stops) } }),
      ...(order && { order }),
    },
  })
  if (merged.changed.length === 0 && row.deleted_at === null) return { row, merged }
  const fields = z.parse(Stored, merged.fields)
  if (Object.keys(fields.stops).length > maxSyncedStops)
    throw new ProblemError('too-large', `A day holds ${maxSyncedStops} stops at most.`)
  const after = await trx
    .updateTable('day_plan')
    .set({
      stops: JSON.stringify(fields.stops),
      stop_order: JSON.stringify(fields.order),
      version: row.version + 1,
      seq,
      updated_at: sql`now()`,
      deleted_at: null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await addVersion(trx, actor, 'day_plan_version', after, fields, merged)
  return { row: after, merged }
}

/** With the names of their stops. */
export const dayPlanViews = async (trx: Trx, rows: readonly Row[]): Promise<DayPlan[]> => {
  const idsIn = (category: 'company' | 'people'): string[] =>
    rows.flatMap(({ stops }) =>
      Object.entries(stops).flatMap(([id, stop]) => (stop.category === category ? [id] : [])),
    )
  const names = {
    ...(await namesOf(trx, 'company', idsIn('company'))),
    ...(await namesOf(trx, 'person', idsIn('people'))),
  }
  return rows.map((row) => ({
    id: row.id,
    day: row.day,
    stops: Object.fromEntries(
      Object.entries(row.stops).map(([id, stop]) => [id, { ...stop, name: names[id] ?? null }]),
    ),
    order: row.stop_order,
    ownerId: row.owner_id,
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
  }))
}

const rowOf = (trx: Trx, id: string): Promise<Row | undefined> =>
  trx.selectFrom('day_plan').selectAll().where('id', '=', id).executeTakeFirst()

const addEmpty = async (
  trx: Trx,
  actor: Actor,
  seq: string,
  id: string,
  day: string,
): Promise<Row> => {
  await dropLongPast(trx, seq)
  const row = await trx
    .insertInto('day_plan')
    .values({ org_id: actor.orgId, id, owner_id: actor.userId, day, seq })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addVersion(trx, actor, 'day_plan_version', row, { stops: {}, order: [] })
  return row
}

/** The stops of the plan among those that arrive: the same stop, added on two devices, is no conflict. */
const both = (row: Row, stops: Stops): Stops =>
  Object.fromEntries(Object.entries(row.stops).filter(([id]) => id in stops))

/** A device may add a person before it learns of their removal. */
const withoutRemovedPeople = async (trx: Trx, stops: Stops): Promise<Stops> => {
  const people = Object.entries(stops).filter(([, { category }]) => category === 'people')
  const names = await namesOf(
    trx,
    'person',
    people.map(([id]) => id),
  )
  return Object.fromEntries(
    Object.entries(stops).filter(([id, { category }]) => category === 'company' || id in names),
  )
}

const dropLongPast = async (trx: Trx, seq: string): Promise<void> => {
  const { numUpdatedRows } = await trx
    .updateTable('day_plan')
    .set({ deleted_at: sql`now()`, seq })
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`day < current_date - ${sql.lit(rememberedDays)}::int`)
    .where(sql<boolean>`updated_at < now() - make_interval(days => ${sql.lit(rememberedDays)})`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await forgetLongDeleted(trx)
}

const Stored = z.object({
  stops: z.record(
    z.string(),
    z.object({
      category: z.enum(['company', 'people']),
      addedAt: z.string(),
      region: z.optional(z.string()),
    }),
  ),
  order: z.array(z.string()),
})
