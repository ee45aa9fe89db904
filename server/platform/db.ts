import { once } from 'node:events'
import {
  Kysely,
  PostgresDialect,
  sql,
  type PostgresPoolClient,
  type RawBuilder,
  type Transaction,
} from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as records from '../migrations/001-records.ts'
import * as organisations from '../migrations/002-organisations.ts'
import * as members from '../migrations/003-members.ts'
import * as savedWork from '../migrations/004-saved-work.ts'
import * as accountIntelligence from '../migrations/005-account-intelligence.ts'
import * as credits from '../migrations/006-credits.ts'
import * as signals from '../migrations/007-signals.ts'
import { pgliteDialect, startPglite, type PgliteThread } from './pglite.ts'
import type { Tables } from './tables.ts'

export type Bulk = {
  trx: Transaction<Tables>
  /** COPY ... FROM STDIN of rows in PostgreSQL's text format (tab-separated lines without the newline, \\N is null); returns the number of rows. */
  copyIn(
    table: keyof Tables,
    columns: readonly string[],
    lines: AsyncIterable<string> | Iterable<string>,
  ): Promise<number>
}

/** The database as the server sees it, PGlite in a worker thread or a PostgreSQL server; rows look the same from both. */
export type Database = {
  kind: 'pglite' | 'postgres'
  /** As the owner: market records, migrations, jobs. Inside a transaction never use this outer handle (PGlite has one connection). */
  owner: Kysely<Tables>
  /** One transaction as the application role of one organisation; row-level security shows nothing else. */
  asOrg<Result>(orgId: string, work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /** One transaction of the owner that can also COPY; everything or nothing. */
  bulk<Result>(work: (bulk: Bulk) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Where the data lives: a PostgreSQL server, or a folder of the embedded database (none: in memory). */
export type DatabasePlace = { url: string } | { folder: string | undefined }

/** Opens the database and brings its tables up to date; rejects with the driver's error when it cannot. */
export const openDatabase = async (place: DatabasePlace): Promise<Database> => {
  const db = 'url' in place ? openPostgres(place.url) : openPglite(await startPglite(place.folder))
  try {
    await migrate(db.owner)
  } catch (error) {
    await db.close()
    throw error
  }
  return db
}

const migrate = async (db: Kysely<Tables>): Promise<void> => {
  const migrations = {
    '001-records': records,
    '002-organisations': organisations,
    '003-members': members,
    '004-saved-work': savedWork,
    '005-account-intelligence': accountIntelligence,
    '006-credits': credits,
    '007-signals': signals,
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

const openPglite = (thread: PgliteThread): Database => {
  const owner = new Kysely<Tables>({ dialect: pgliteDialect(thread) })
  return {
    kind: 'pglite',
    owner,
    asOrg: (orgId, work) => inOrg(owner, orgId, work),
    bulk: (work) =>
      owner.transaction().execute((trx) =>
        work({
          trx,
          copyIn: async (table, columns, lines) => {
            let rows = 0
            for await (const text of chunked(lines)) {
              const copy = `copy ${table} (${columns.join(', ')}) from '/dev/blob'`
              rows += (await thread.ask({ kind: 'copy', sql: copy, text })).affected
            }
            return rows
          },
        }),
      ),
    close: () => owner.destroy(),
  }
}

/** int8, numeric and date as text, as PGlite is told too. */
const textual = new Set<number>([20, 1700, 1082])
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    textual.has(oid)
      ? (value: string) => value
      : pg.types.getTypeParser(oid, format === 'binary' ? 'text' : format),
}

const openPostgres = (url: string): Database => {
  const pool = new pg.Pool({ connectionString: url, max: 16, types })
  pool.on('error', () => {
    // An idle connection broke (a restart of the server); the next query opens another.
  })
  const owner = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    kind: 'postgres',
    owner,
    asOrg: (orgId, work) =>
      kyselyOn(async () => asMember(await pool.connect(), orgId))
        .transaction()
        .execute(work),
    bulk: async (work) => {
      const client = await pool.connect()
      try {
        return await onOneClient(client)
          .transaction()
          .execute((trx) =>
            work({
              trx,
              copyIn: async (table, columns, lines) => {
                const copy = `copy ${table} (${columns.join(', ')}) from stdin`
                const stream = client.query(copyFrom(copy))
                const ended = once(stream, 'finish')
                for await (const text of chunked(lines))
                  if (!stream.write(text)) await Promise.race([once(stream, 'drain'), ended])
                stream.end()
                await ended
                return stream.rowCount
              },
            }),
          )
      } finally {
        client.release()
      }
    },
    close: () => owner.destroy(),
  }
}

/** Kysely on a connection that is already held, so that COPY runs in the same transaction. */
const onOneClient = (client: pg.PoolClient): Kysely<Tables> =>
  kyselyOn(() => Promise.resolve({ query: client.query.bind(client), release: () => {} }))

const kyselyOn = (connect: () => Promise<PostgresPoolClient>): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect, end: () => Promise.resolve(), options: {} },
    }),
  })

/** A connection whose transactions begin as the application role of one organisation, in one message instead of two. */
const asMember = (client: pg.PoolClient, orgId: string): PostgresPoolClient => {
  const begin = `begin; select set_config('role', 'fieldbook_app', true), set_config('app.org', ${pg.escapeLiteral(orgId)}, true)`
  const query = (text: string, values: readonly unknown[] = []) =>
    text === 'begin'
      ? client.query(begin)
      : client.query({ text, values: [...values], name: preparedName.exec(text)?.[1] })
  return {
    // Kysely's type also takes a cursor, which it never hands over unless its dialect was given one.
    query: query as unknown as PostgresPoolClient['query'],
    release: (broken) => client.release(broken),
  }
}

/**
 * Opens a statement that is asked all the time and whose text never varies: within `asOrg` a PostgreSQL server plans it once for
 * each connection, which takes longer than reading a page of records. Its plan must suit any size of its tables.
 */
export const prepared = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared: ${name} */ `)

const preparedName = /^\/\* prepared: ([\w ]+) \*\//

const inOrg = <Result>(
  owner: Kysely<Tables>,
  orgId: string,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> =>
  owner.transaction().execute(async (trx) => {
    await enterOrganisation(trx, orgId)
    return work(trx)
  })

/** From here to its end the transaction is the application role's, and sees this organisation's rows only. */
export const enterOrganisation = async (trx: Transaction<Tables>, orgId: string): Promise<void> => {
  await sql`select set_config('role', 'fieldbook_app', true), set_config('app.org', ${orgId}, true)`.execute(
    trx,
  )
}

const chunkSize = 1 << 20

async function* chunked(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string, void, undefined> {
  let parts: string[] = []
  let length = 0
  for await (const line of lines) {
    parts.push(line, '\n')
    length += line.length + 1
    if (length < chunkSize) continue
    yield parts.join('')
    parts = []
    length = 0
  }
  if (parts.length > 0) yield parts.join('')
}
