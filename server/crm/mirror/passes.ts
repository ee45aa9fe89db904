import { sql, type Transaction } from 'kysely'
import type { ObjectKind } from '../../connectors/port.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Trx = Transaction<Tables>

export type Of = { orgId: string; connectionId: string; object: ObjectKind }

/** A pass under way, and the page that it reads next. */
export type Pass = { cursor: string | null; number: number; isFull: boolean }

const hour = 3_600_000
/** Between the end of a pass and the next. */
const everyMs = hour
/** Where `changes` names what was deleted, and where only a full pass shows it. */
const fullEveryMs = { named: 7 * 24 * hour, unnamed: 24 * hour }
const afterFailureMs = 6 * hour

/** Null if nothing is due, or the connection has ended. */
export const openPass = async (
  trx: Trx,
  { orgId, connectionId, object }: Of,
  now: number,
): Promise<Pass | null> => {
  // A disconnection waits, and deletes the row afterwards.
  const living = await trx
    .selectFrom('crm_connection')
    .select('id')
    .where('id', '=', connectionId)
    .where('state', '=', 'connected')
    .forShare()
    .executeTakeFirst()
  if (!living) return null
  await trx
    .insertInto('crm_mirror')
    .values({ org_id: orgId, connection_id: connectionId, object, due_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await mirrorOf(trx, connectionId, object).executeTakeFirstOrThrow()
  if (row.due_at.getTime() > now) return null
  return { cursor: row.cursor, number: row.pass, isFull: row.is_full }
}

/** False if another process went on, or the connection has ended. */
export const turnPage = async (
  trx: Trx,
  of: Of,
  { cursor, number }: Pass,
  next: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('crm_mirror')
    .set({ cursor: next })
    .where('connection_id', '=', of.connectionId)
    .where('object', '=', of.object)
    .where('pass', '=', number)
    .where('cursor', 'is not distinct from', cursor)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** After its last page. */
export const endPass = async (
  trx: Trx,
  { connectionId, object }: Of,
  { number, isFull }: Pass,
  { now, namesDeleted }: { now: number; namesDeleted: boolean },
): Promise<void> => {
  const { full_at: before } = await mirrorOf(trx, connectionId, object).executeTakeFirstOrThrow()
  const fullAt = isFull || before === null ? new Date(now) : before
  const fullEvery = namesDeleted ? fullEveryMs.named : fullEveryMs.unnamed
  const isFullNext = now + everyMs - fullAt.getTime() >= fullEvery
  await trx
    .updateTable('crm_mirror')
    .set({
      as_of: new Date(now),
      full_at: fullAt,
      due_at: new Date(now + everyMs),
      is_full: isFullNext,
      ...(isFullNext && { cursor: null, pass: number + 1 }),
    })
    .where('connection_id', '=', connectionId)
    .where('object', '=', object)
    .execute()
}

/** What was read stays; a full pass begins some hours later. */
export const endFailedPass = async (
  trx: Trx,
  connectionId: string,
  object: ObjectKind | null,
  now: number,
): Promise<void> => {
  await trx
    .updateTable('crm_mirror')
    .set({
      cursor: null,
      is_full: true,
      pass: sql<number>`pass + 1`,
      due_at: new Date(now + afterFailureMs),
    })
    .where('connection_id', '=', connectionId)
    .where('due_at', '<=', new Date(now))
    .$if(object !== null, (update) => update.where('object', '=', object ?? 'company'))
    .execute()
}

/** When each connection's records were last read to the end; absent before the first time. */
export const mirrorsAsOf = async (trx: Trx): Promise<Map<string, Date>> => {
  const rows = await trx.selectFrom('crm_mirror').select(['connection_id', 'as_of']).execute()
  const oldest = new Map<string, Date>()
  const unread = new Set<string>()
  for (const { connection_id: id, as_of: at } of rows) {
    const before = oldest.get(id)
    if (at === null) unread.add(id)
    else if (before === undefined || at < before) oldest.set(id, at)
  }
  for (const id of unread) oldest.delete(id)
  return oldest
}

/** After a push, so that the mirror has what it wrote. */
export const readSoon = async (trx: Trx, connectionId: string, now: number): Promise<void> => {
  await trx
    .updateTable('crm_mirror')
    .set({ due_at: new Date(now) })
    .where('connection_id', '=', connectionId)
    .where('due_at', '>', new Date(now))
    .execute()
}

/** When the connection ends. */
export const deleteMirror = async (trx: Trx, connectionId: string): Promise<void> => {
  await trx.deleteFrom('crm_mirror').where('connection_id', '=', connectionId).execute()
  await trx.deleteFrom('crm_key').where('connection_id', '=', connectionId).execute()
}

const mirrorOf = (trx: Trx, connectionId: string, object: ObjectKind) =>
  trx
    .selectFrom('crm_mirror')
    .select(['cursor', 'pass', 'is_full', 'full_at', 'due_at'])
    .where('connection_id', '=', connectionId)
    .where('object', '=', object)
