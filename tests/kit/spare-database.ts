import { sql, type KyselyPlugin } from 'kysely'
import { DatabaseAway } from '../../server/platform/db/database-away.ts'
import type { Database } from '../../server/platform/db/db.ts'

/** Opened once, used by one test after another; each starts with the rows of a new database. */
export type Emptiable = Database & {
  /** False if the database cannot be as new, because its schema was changed or it was lost. */
  empty(): Promise<boolean>
}

export const emptiable = async (db: Database): Promise<Emptiable> => {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(
    db.owner,
  )
  const isFilled = sql.join(
    tables.map(
      ({ name }) => sql`select ${name} as name where exists (select from ${sql.raw(name)})`,
    ),
    sql` union all `,
  )
  const filled = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`${isFilled}`.execute(db.owner)
    return rows.map(({ name }) => name)
  }
  const firstRows: [table: string, rows: string][] = []
  for (const name of await filled()) {
    const { rows } = await sql<{ rows: string }>`
      select json_agg(each)::text as rows from ${sql.raw(name)} each`.execute(db.owner)
    firstRows.push([name, rows[0]?.rows ?? '[]'])
  }
  const schema = await schemaOf(db)
  return {
    ...db,
    empty: async () => {
      if (db.lost.aborted || (await schemaOf(db)) !== schema) return false
      await sql`truncate ${sql.raw((await filled()).join(', '))} restart identity cascade`.execute(
        db.owner,
      )
      for (const [name, rows] of firstRows)
        await sql`insert into ${sql.raw(name)}
          select * from json_populate_recordset(null::${sql.raw(name)}, ${rows}::json)`.execute(
          db.owner,
        )
      return true
    },
  }
}

/** All that a statement can change except rows. */
const schemaOf = async ({ owner }: Database): Promise<string | undefined> => {
  const { rows } = await sql<{ print: string }>`
    select md5(string_agg(line, ' ' order by line)) as print from (
      select (to_jsonb(c) - '{relfilenode,relpages,reltuples,relallvisible,relfrozenxid,relminmxid}'::text[])::text as line
        from pg_class c where relnamespace = 'public'::regnamespace
      union all select a::text from pg_attribute a join pg_class c on c.oid = attrelid and relnamespace = 'public'::regnamespace
      union all select t::text from pg_trigger t
      union all select p::text from pg_policy p
      union all select k::text from pg_constraint k
      union all select f::text from pg_proc f where pronamespace = 'public'::regnamespace
      union all select r::text from pg_roles r
    ) all_lines`.execute(owner)
  return rows[0]?.print
}

/** Its statements fail from its close on, as those of a closed database do. */
export const lend = (db: Database, close: () => Promise<void>): Database => {
  let isClosed = false
  const open = (): void => {
    if (isClosed) throw new DatabaseAway()
  }
  const whileOpen: KyselyPlugin = {
    transformQuery: ({ node }) => {
      open()
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return {
    ...db,
    owner: db.owner.withPlugin(whileOpen),
    asOrg: async (orgId, work) => {
      open()
      return db.asOrg(orgId, work)
    },
    bulk: async (work) => {
      open()
      return db.bulk(work)
    },
    close: async () => {
      if (isClosed) return
      isClosed = true
      await close()
    },
  }
}
