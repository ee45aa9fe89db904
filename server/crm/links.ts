import { sql, type Transaction } from 'kysely'
import type { ObjectKind } from '../connectors/port.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { Link } from './match.ts'

type Trx = Transaction<Tables>

/**
 * Of our records, by their ids. `paid`: without people that are not unlocked, unless we created them there: a push that ended early leaves
 * links that tell of an address.
 */
export const linksOf = async (
  trx: Trx,
  connectionId: string,
  objects: readonly ObjectKind[],
  recordIds: readonly string[],
  which: 'all' | 'paid',
): Promise<Map<string, Link>> => {
  const rows = await trx
    .selectFrom('crm_link')
    .select(['object', 'record_id', 'external_id', 'deleted_at'])
    .where('connection_id', '=', connectionId)
    .where(sql<boolean>`object = any(${[...objects]}::text[])`)
    .where(sql<boolean>`record_id = any(${[...recordIds]}::uuid[])`)
    .where(which === 'all' ? sql<boolean>`true` : isPaid)
    // A living link comes last and stays.
    .orderBy(sql`deleted_at is null`)
    .execute()
  return new Map(
    rows.map(({ object, record_id: record, external_id: id, deleted_at: deleted }) => [
      record,
      { object: asObject(object), id, isDeleted: deleted !== null },
    ]),
  )
}

const isPaid = sql<boolean>`(object = 'company' or created_by_us or exists (
  select from unlock u where u.category = 'people' and u.record_id = crm_link.record_id))`

/** Our record by the CRM's id. */
export const linkedRecords = async (
  trx: Trx,
  connectionId: string,
  objects: readonly ObjectKind[],
  externalIds: readonly string[],
): Promise<Map<string, string>> => {
  if (externalIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('crm_link')
    .select(['record_id', 'external_id'])
    .where('connection_id', '=', connectionId)
    .where(sql<boolean>`object = any(${[...objects]}::text[])`)
    .where(sql<boolean>`external_id = any(${[...externalIds]}::text[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ record_id: record, external_id: id }) => [id, record]))
}

export type NewLink = { recordId: string; object: ObjectKind; id: string; isOurs: boolean }

export const saveLinks = async (
  trx: Trx,
  { orgId, connectionId, at }: { orgId: string; connectionId: string; at: number },
  links: readonly NewLink[],
): Promise<void> => {
  if (links.length === 0) return
  await trx
    .insertInto('crm_link')
    .values(
      links.map(({ recordId, object, id, isOurs }) => ({
        org_id: orgId,
        connection_id: connectionId,
        object,
        record_id: recordId,
        external_id: id,
        created_by_us: isOurs,
        linked_at: new Date(at),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'connection_id', 'object', 'record_id'])
        .doUpdateSet((eb) => ({ external_id: eb.ref('excluded.external_id'), deleted_at: null })),
    )
    .execute()
}

export const markDeleted = async (
  trx: Trx,
  connectionId: string,
  recordIds: readonly string[],
  at: number,
): Promise<void> => {
  if (recordIds.length === 0) return
  await trx
    .updateTable('crm_link')
    .set({ deleted_at: new Date(at) })
    .where('connection_id', '=', connectionId)
    .where(sql<boolean>`record_id = any(${[...recordIds]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
}

export const asObject = (text: string): ObjectKind =>
  text === 'contact' || text === 'lead' ? text : 'company'
