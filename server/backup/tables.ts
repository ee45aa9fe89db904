import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/db/tables.ts'

/** Names are quoted where SQL needs it; generated columns are left out. */
export type Table = { name: string; columns: string[] }

/** All but the list of migrations, which the migrations write. */
export const tablesOf = async (trx: Transaction<Tables>): Promise<Table[]> => {
  const { rows } = await sql<Table>`
    select quote_ident(c.relname) as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
    group by c.relname order by c.relname`.execute(trx)
  return rows
}

/** Undefined before any. */
export const lastMigration = async (trx: Transaction<Tables>): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(trx)
  return rows[0]?.name
}

/**
 * Empties every table and runs the work without foreign keys, triggers and row-level security, so that rows come in any order and
 * as they were. Afterwards the database checks every foreign key; it throws where a row points nowhere.
 */
export const withoutRules = async (
  trx: Transaction<Tables>,
  tables: readonly Table[],
  work: () => Promise<void>,
): Promise<void> => {
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  }
  const keys = await foreignKeys(trx)
  const fenced = await fencedTables(trx)
  await run(keys.map(({ name, table }) => `alter table ${table} drop constraint ${name}`))
  await run(tables.map(({ name }) => `alter table ${name} disable trigger user`))
  await run(fenced.map((name) => `alter table ${name} no force row level security`))
  await run([`truncate ${tables.map(({ name }) => name).join(', ')}`])
  await work()
  await continueSequences(trx)
  await run(
    keys.map(({ name, table, rule }) => `alter table ${table} add constraint ${name} ${rule}`),
  )
  await run(tables.map(({ name }) => `alter table ${name} enable trigger user`))
  await run(fenced.map((name) => `alter table ${name} force row level security`))
}

const foreignKeys = async (trx: Transaction<Tables>) => {
  const { rows } = await sql<{ name: string; table: string; rule: string }>`
    select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as rule
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    order by conname`.execute(trx)
  return rows
}

const fencedTables = async (trx: Transaction<Tables>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relforcerowsecurity order by relname`.execute(
    trx,
  )
  return rows.map(({ name }) => name)
}

/** The next value of an identity column follows the highest that came in. */
const continueSequences = async (trx: Transaction<Tables>): Promise<void> => {
  const { rows } = await sql<{ table: string; column: string }>`
    select attrelid::regclass::text as table, quote_ident(attname) as column from pg_attribute
    join pg_class c on c.oid = attrelid
    where c.relnamespace = 'public'::regnamespace and attidentity <> ''`.execute(trx)
  for (const { table, column } of rows)
    await sql
      .raw(
        `select setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 0) + 1, false) from ${table}`,
      )
      .execute(trx)
}
