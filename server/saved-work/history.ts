import type { Transaction } from 'kysely'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Context } from '../platform/http/context.ts'
import { merge, type Arrival, type Fields, type Merged, type Past } from './merge.ts'

type Trx = Transaction<Tables>

type VersionTable = 'saved_version' | 'activity_version' | 'follow_up_version' | 'day_plan_version'

const pastOf = async (trx: Trx, table: VersionTable, id: string, from: number): Promise<Past[]> => {
  const rows = await trx
    .selectFrom(table)
    .select(['version', 'fields', 'changed', 'by_user', 'at'])
    .where('item_id', '=', id)
    .where('version', '>=', from)
    .orderBy('version')
    .execute()
  return rows.map((row) => ({
    version: row.version,
    fields: row.fields,
    changed: row.changed,
    by: row.by_user,
    at: row.at.toISOString(),
  }))
}

/** Throws `version-conflict` for an unknown base. */
export const mergeInto = async (
  trx: Trx,
  table: VersionTable,
  id: string,
  arrival: Arrival,
): Promise<Merged> => {
  const merged = merge(await pastOf(trx, table, id, arrival.baseVersion), arrival)
  if (merged) return merged
  throw new ProblemError(
    'version-conflict',
    `We can’t find version ${arrival.baseVersion}. Reload and try again.`,
  )
}

/** Stores an item's fields as of its newest version, and which of them the edit changed and overruled. */
export const addVersion = async (
  trx: Trx,
  { orgId, userId }: Pick<Context, 'orgId' | 'userId'>,
  table: VersionTable,
  { id, version }: { id: string; version: number },
  fields: Fields,
  edit?: { changed: readonly string[]; overruled: readonly unknown[] },
): Promise<void> => {
  await trx
    .insertInto(table)
    .values({
      org_id: orgId,
      item_id: id,
      version,
      by_user: userId,
      fields: JSON.stringify(fields),
      changed: JSON.stringify(edit?.changed ?? []),
      overruled: JSON.stringify(edit?.overruled ?? []),
    })
    .execute()
}
