import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'
import { redactionMark } from './traces.ts'

type Trx = Transaction<Tables>

export type Column = {
  table: string
  column: string
  json: boolean
  fenced: boolean
  synced: boolean
}

/** By an explicit condition, since the database's owner sees all; `seq` is the tick at which devices sync the change. */
export type At = { trx: Trx; orgId: string; seq: string; own: RawBuilder<boolean> }

/**
 * From the database's catalogue, so that future tables are included. Leaves out market records, which are removed separately, the
 * audit log, whose hashes must hold, and Fieldbook's own users.
 */
export const findTextColumns = async (trx: Trx): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    select c.table_name as table, c.column_name as column, c.data_type = 'jsonb' as json,
      exists (select from information_schema.columns o where o.table_schema = c.table_schema
        and o.table_name = c.table_name and o.column_name = 'org_id') as fenced,
      c.table_name in ('saved_item', 'activity', 'follow_up', 'recent_search') as synced
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.data_type in ('text', 'jsonb') and c.column_name <> 'org_id'
      and c.table_name <> all(${spared}::text[]) and c.table_name not like 'kysely%'
    order by 1, 2`.execute(trx)
  return rows
}

const spared = [
  'company',
  'person',
  'audit_entry',
  'audit_head',
  'clerk_user',
  'customer',
  'dnc_number',
  'listed_number',
  'member',
  'removal_salt',
  'removed_person',
]

export const redactMatches = async (
  { trx, seq, own }: Omit<At, 'orgId'>,
  { table, column, json, synced }: Column,
  pattern: string,
): Promise<number> => {
  const text = json ? sql`${sql.ref(column)}::text` : sql.ref(column)
  const clean = sql`regexp_replace(${text}, ${pattern}, ${redactionMark}, 'gi')`
  // A follow-up's version stays: each has a row of its history, which is redacted too.
  const isUnversioned = table === 'recent_search' || table === 'follow_up'
  const version = isUnversioned ? sql`` : sql`, version = version + 1`
  const also = synced ? sql`, seq = ${seq}::bigint${version}` : sql``
  const { rows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${json ? sql`${clean}::jsonb` : clean}${also}
    where ${own} and ${text} ~* ${pattern} returning 1`.execute(trx)
  return rows.length
}

export const countMatches = async (
  { trx, own }: At,
  { table, column, json }: Column,
  pattern: string,
): Promise<number> => {
  const text = json ? sql`${sql.ref(column)}::text` : sql.ref(column)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where ${own} and ${text} ~* ${pattern}`.execute(
    trx,
  )
  return rows[0]?.n ?? 0
}
