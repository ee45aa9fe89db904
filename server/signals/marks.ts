import { sql, type Transaction } from 'kysely'
import { signalTypeOf } from '../../contract/signals/signal-types.ts'
import type { SignalAct, Snooze } from '../../contract/signals/signals.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Reader } from './conditions.ts'
import { dayMs } from '../../contract/core/days.ts'

type Trx = Transaction<Tables>

/** The first time stays, unknown ids are skipped. */
export const markSignals = async (
  trx: Trx,
  { orgId, userId }: Reader,
  ids: readonly string[],
  act: SignalAct,
  now: Date,
): Promise<void> => {
  if (act === 'restore') {
    await sql`update signal_mark set dismissed_at = null
      where user_id = ${userId} and signal_id = any(${[...ids]}::uuid[])`.execute(trx)
    return
  }
  const column = sql.ref(act === 'seen' ? 'seen_at' : 'dismissed_at')
  await sql`
    insert into signal_mark as existing (org_id, user_id, signal_id, ${column})
    select ${orgId}, ${userId}, s.id, ${now} from signal s where s.id = any(${[...ids]}::uuid[])
    on conflict (org_id, user_id, signal_id) do update
      set ${column} = coalesce(existing.${column}, excluded.${column})`.execute(trx)
}

export const snoozesOf = async (trx: Trx, { userId }: Reader, now: Date): Promise<Snooze[]> => {
  const rows = await trx
    .selectFrom('signal_snooze')
    .select(['slug', 'until'])
    .where('user_id', '=', userId)
    .where('until', '>', now)
    .orderBy('slug')
    .execute()
  return rows.map(({ slug, until }) => ({ slug, until: until.toISOString() }))
}

/** Null or a past moment ends it. Throws `invalid-input` for an unknown type or more than a year. */
export const snooze = async (
  trx: Trx,
  { orgId, userId }: Reader,
  slug: string,
  until: string | null,
  now: Date,
): Promise<void> => {
  if (signalTypeOf(slug) === undefined)
    throw refused('/slug', 'unknown-value', `We don’t know the signal type '${slug}'.`)
  const moment = until === null ? now : new Date(until)
  if (moment.getTime() > now.getTime() + longestMs)
    throw refused('/until', 'too-late', 'You can snooze a type for up to a year.')
  if (moment <= now) {
    await trx
      .deleteFrom('signal_snooze')
      .where('user_id', '=', userId)
      .where('slug', '=', slug)
      .execute()
    return
  }
  await trx
    .insertInto('signal_snooze')
    .values({ org_id: orgId, user_id: userId, slug, until: moment })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'user_id', 'slug']).doUpdateSet({ until: moment }),
    )
    .execute()
}

/** A leap year's, so that a year by the calendar always fits. */
const longestMs = 366 * dayMs

const refused = (pointer: string, code: string, detail: string): ProblemError =>
  new ProblemError('invalid-input', detail, { errors: [{ pointer, code, detail }] })
