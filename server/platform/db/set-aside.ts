import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import pg from 'pg'
import { Refusal } from '../refusal.ts'
import { openDatabase, type Database, type DatabaseLocation } from './db.ts'

export type Replacement = {
  /** Empty, with the migrations that were wanted. */
  db: Database
  /** Runs later migrations and makes it the database; the earlier one stays in a folder, and is deleted on a server. Resolves to a line about it. */
  publish(): Promise<string[]>
  /** The earlier database is as it was. */
  abandon(): Promise<void>
}

export type ReplacementOptions = {
  /** The last migration to run; undefined: the newest. */
  until: string | undefined
  /** Without it, a database with data is refused. */
  replace: boolean
}

/** An empty database beside the one of the data folder. Throws a Refusal. */
export const replaceFolder = async (
  folder: string,
  { until, replace }: ReplacementOptions,
): Promise<Replacement> => {
  if (existsSync(folder) && !replace)
    throw new Refusal(`${folder} has a database. Use --replace to replace it.`)
  const draft = `${folder}.restoring`
  await rm(draft, { recursive: true, force: true })
  const db = await openDatabase({ folder: draft }, {}, until)
  const close = closing(db)
  return {
    db,
    publish: async () => {
      await close()
      await migrate({ folder: draft })
      const lines: string[] = []
      if (existsSync(folder)) {
        const before = `${folder}.before-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
        await rename(folder, before)
        lines.push(`The database before is in ${before}. Delete it once you don’t need it.`)
      }
      await rename(draft, folder)
      return lines
    },
    abandon: async () => {
      await close()
      await rm(draft, { recursive: true, force: true })
    },
  }
}

const aside = 'fieldbook_before'

/** An empty schema beside the one of a PostgreSQL server, which no other process may use meanwhile. Throws a Refusal. */
export const replaceSchema = async (
  url: string,
  { until, replace }: ReplacementOptions,
): Promise<Replacement> => {
  const run = (...statements: string[]): Promise<void> =>
    onServer(url, async (client) => {
      for (const statement of statements) await client.query(statement)
    })
  await onServer(url, async (client) => {
    await refuseInUse(client)
    if (await hasSchema(client, aside))
      throw new Refusal(
        `An interrupted restore left the database before it in the schema ${aside}. Rename it to public, or drop it.`,
      )
    if (!replace && (await hasData(client)))
      throw new Refusal('The database has data. Use --replace to replace it, or an empty database.')
  })
  await run(`alter schema public rename to ${aside}`, 'create schema public').catch(
    (error: unknown) => {
      throw new Refusal(
        'This user may not rename the schema public. Use the owner of the database, or an empty database of its own.',
        { cause: error },
      )
    },
  )
  const undo = (): Promise<void> =>
    run('drop schema public cascade', `alter schema ${aside} rename to public`)
  let db: Database
  try {
    db = await openDatabase({ url }, {}, until)
  } catch (error) {
    await undo()
    throw error
  }
  const close = closing(db)
  return {
    db,
    publish: async () => {
      await close()
      await migrate({ url })
      await run(`drop schema ${aside} cascade`)
      return []
    },
    abandon: async () => {
      await close()
      await undo()
    },
  }
}

/** Once: a step after it may fail. */
const closing = (db: Database): (() => Promise<void>) => {
  let closed: Promise<void> | undefined
  return () => (closed ??= db.close())
}

const migrate = async (location: DatabaseLocation): Promise<void> => {
  await (await openDatabase(location)).close()
}

/** Throws a Refusal while another process is connected, because it would write to a database that is read or replaced. */
export const refuseServerInUse = (url: string): Promise<void> => onServer(url, refuseInUse)

const refuseInUse = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  const n = rows[0]?.n ?? 0
  if (n > 0)
    throw new Refusal(
      `The database has ${n} other ${n === 1 ? 'connection' : 'connections'}. Stop every Fieldbook that uses it first.`,
    )
}

const hasSchema = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query('select from pg_namespace where nspname = $1', [name])).rowCount === 1

const hasData = async (client: pg.Client): Promise<boolean> => {
  for (const table of ['customer', 'member', 'company', 'person']) {
    const { rows } = await client.query<{ found: string | null }>(
      `select to_regclass('public.${table}')::text as found`,
    )
    if (rows[0]?.found == null) continue
    const some = await client.query(`select from public.${table} limit 1`)
    if (some.rowCount === 1) return true
  }
  return false
}

const onServer = async <Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
