import { sql, type Transaction } from 'kysely'
import type { Candidate, Changes } from '../../connectors/port.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { storedKeys } from './keys.ts'
import type { Of, Pass } from './passes.ts'

type Trx = Transaction<Tables>
type Deleted = Changes['deleted']

/** The keys of these records replace what was stored of them. */
export const saveKeys = async (
  trx: Trx,
  of: Of,
  { number }: Pass,
  records: readonly Candidate[],
): Promise<void> => {
  if (records.length === 0) return
  await deleteKeys(
    trx,
    of,
    records.map(({ id }) => id),
  )
  const keys = records.flatMap(({ id, keys: given }) =>
    storedKeys(of.object, given).map(({ kind, value }) => ({ id, kind, value })),
  )
  await sql`
    insert into crm_key (org_id, connection_id, object, external_id, kind, value, pass)
    select ${of.orgId}, ${of.connectionId}::uuid, ${of.object}, k.id, k.kind, k.value, ${number}::integer
    from unnest(${keys.map(({ id }) => id)}::text[], ${keys.map(({ kind }) => kind)}::text[],
      ${keys.map(({ value }) => value)}::text[]) as k (id, kind, value)
    on conflict do nothing`.execute(trx)
}

/** Their keys go; links lead to the record that they were merged into, or end. */
export const followDeleted = async (
  trx: Trx,
  of: Of,
  deleted: Deleted,
  now: number,
): Promise<void> => {
  if (deleted.length === 0) return
  await deleteKeys(
    trx,
    of,
    deleted.map(({ id }) => id),
  )
  const survivors = survivorsOf(deleted)
  const ids = [...survivors.keys()]
  const { connectionId, object } = of
  await sql`
    update crm_link l set external_id = coalesce(d.survivor, l.external_id),
      deleted_at = case when d.survivor is null then ${new Date(now)}::timestamptz end
    from unnest(${ids}::text[], ${[...survivors.values()]}::text[]) as d (id, survivor)
    where l.connection_id = ${connectionId}::uuid and l.object = ${object} and l.external_id = d.id
      and l.deleted_at is null`.execute(trx)
}

/** What a full pass has not seen is not there. */
export const deleteUnseen = async (trx: Trx, of: Of, { number }: Pass): Promise<void> => {
  await trx
    .deleteFrom('crm_key')
    .where('connection_id', '=', of.connectionId)
    .where('object', '=', of.object)
    .where('pass', '<', number)
    .execute()
}

/** Of links, the CRM's ids that this pass has not seen. */
export const unseenLinks = async (
  trx: Trx,
  { connectionId, object }: Of,
  { number }: Pass,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct l.external_id as id from crm_link l
    where l.connection_id = ${connectionId}::uuid and l.object = ${object} and l.deleted_at is null
      and not exists (
        select from crm_key k where k.connection_id = l.connection_id and k.object = l.object
          and k.external_id = l.external_id and k.pass = ${number})`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Null where it ended without one; a survivor may have been merged as well. */
const survivorsOf = (deleted: Deleted): Map<string, string | null> => {
  const into = new Map(deleted.map(({ id, into: other }) => [id, other ?? null]))
  return new Map(
    [...into.keys()].map((id) => {
      let end = into.get(id) ?? null
      for (let hop = 0; hop < into.size && end !== null && into.has(end); hop += 1)
        end = into.get(end) ?? null
      return [id, end]
    }),
  )
}

const deleteKeys = async (
  trx: Trx,
  { connectionId, object }: Of,
  ids: readonly string[],
): Promise<void> => {
  await trx
    .deleteFrom('crm_key')
    .where('connection_id', '=', connectionId)
    .where('object', '=', object)
    .where(sql<boolean>`external_id = any(${[...ids]}::text[])`)
    .execute()
}
