import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  Kysely,
  PostgresDialect,
  sql,
  type PostgresPoolClient,
  type RawBuilder,
  type Transaction,
} from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { fairTurns } from '../fair-turns.ts'
import { leadAlone, seekLeadership, type Leadership } from './leadership.ts'
import { allowCopies } from './copy-policies.ts'
import { rangesOf } from './copy-ranges.ts'
import {
  pgliteDialect,
  startPglite,
  type PgliteLocation,
  type PgliteThread,
  type StallLimits,
} from './pglite.ts'
import { Refusal } from '../refusal.ts'
import { openPool, standardLimits, type PoolConnection, type TimeLimits } from './postgres-pool.ts'
import type { Tables } from './tables.ts'

export type Snapshot = {
  trx: Transaction<Tables>
  /** COPY ... TO STDOUT in PostgreSQL's text format, in pieces of any size. */
  copyOut(table: string, columns: readonly string[]): AsyncIterable<Uint8Array>
}

export type Bulk = Snapshot & {
  /**
   * COPY ... FROM STDIN in PostgreSQL's text format (tab-separated lines without the newline, \\N is null); returns the number of
   * rows.
   */
  copyIn(
    table: string,
    columns: readonly string[],
    lines: AsyncIterable<string> | Iterable<string>,
  ): Promise<number>
}

export type Database = {
  kind: 'pglite' | 'postgres'
  /** For market records, migrations, jobs. Never use this handle inside a transaction, because PGlite has one connection. */
  owner: Kysely<Tables>
  /** Tenant isolation: row level security (policies of the migrations) hides everything of other organisations. */
  asOrg<Result>(orgId: string, work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
  bulk<Result>(work: (bulk: Bulk) => Promise<Result>): Promise<Result>
  /** Among the processes of this database. */
  seekLeadership(onLead: () => void): Leadership
  /** Everything as of one moment. Other users of the embedded database wait until it ends. */
  snapshot<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result>
  /** When the embedded database has stalled or ended; only a new process can reopen it. A PostgreSQL server recovers without. */
  lost: AbortSignal
  /** Of the pool; null when embedded. */
  connections(): { used: number; waiting: number } | null
  close(): Promise<void>
}

type Opened = Database & { migrated(until: string | undefined): Promise<void> }

export type DatabaseLocation = { url: string; connections?: number } | PgliteLocation

const standardConnections = 16

/** Rejects with the driver's error, or with DatabaseAway around it. */
export const openDatabase = async (
  target: DatabaseLocation,
  limits: { postgres?: TimeLimits; pglite?: StallLimits } = {},
  /** The last migration to run, for data of an earlier release; by default the newest. */
  until?: string,
): Promise<Database> => {
  const db =
    'url' in target
      ? openPostgres(target, limits.postgres ?? standardLimits)
      : openPglite(await startPglite(target, limits.pglite))
  try {
    await db.migrated(until)
  } catch (error) {
    await db.close()
    throw error
  }
  return db
}

const migrationFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/** In their order, such as '001-records'. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(migrationFolder)).map((file) => file.replace(/\.ts$/, '')).toSorted()

/**
 * Runs the files of `server/migrations` that this database does not have yet, in the order of their names. Refuses a database that
 * a newer release has migrated.
 */
const migrate = async (db: Kysely<Tables>, until: string | undefined): Promise<void> => {
  const provider = new FileMigrationProvider({
    fs: { readdir },
    path: { join },
    migrationFolder,
    // Node imports addresses, and an absolute path of Windows is none.
    import: (path) => import(pathToFileURL(path).href),
  })
  await refuseNewer(db, Object.keys(await provider.getMigrations()))
  // A restore puts the earlier tables aside in another schema.
  const migrator = new Migrator({ db, provider, migrationTableSchema: 'public' })
  const { error } = await (until === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(until))
  if (error !== undefined) throw error
  await allowCopies(db)
}

const refuseNewer = async (db: Kysely<Tables>, known: readonly string[]): Promise<void> => {
  const { rows: tables } =
    await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db)
  if (tables.length === 0) return
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name <> all(${[...known]}::text[])
    order by name desc limit 1`.execute(db)
  const [newest] = rows
  if (newest !== undefined)
    throw new Refusal(
      `A newer release of Fieldbook has migrated this database (${newest.name}). Start that release, or restore the backup from before the update.`,
    )
}

const openPglite = (thread: PgliteThread): Opened => {
  const owner = new Kysely<Tables>({ dialect: pgliteDialect(thread) })
  const inTurn = fairTurns(1)
  return {
    kind: 'pglite',
    owner,
    seekLeadership: leadAlone,
    lost: thread.lost,
    connections: () => null,
    migrated: (until) => thread.patiently(() => migrate(owner, until)),
    asOrg: (orgId, work) => inTurn(orgId, () => inOrg(owner, orgId, work)),
    bulk: (work) =>
      owner.transaction().execute((trx) =>
        thread.patiently(() =>
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
            copyOut: (table, columns) => copyRanges(thread, trx, table, columns),
          }),
        ),
      ),
    snapshot: (work) =>
      owner
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((trx) =>
          thread.patiently(() =>
            work({
              trx,
              copyOut: (table, columns) => copyRanges(thread, trx, table, columns),
            }),
          ),
        ),
    close: () => owner.destroy(),
  }
}

async function* copyRanges(
  thread: PgliteThread,
  trx: Transaction<Tables>,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Uint8Array, void, undefined> {
  // A whole table may not fit into memory.
  for (const range of await rangesOf(trx, table)) {
    const copy = `copy (select ${columns.join(', ')} from ${table} where ${range}) to '/dev/blob'`
    const { bytes } = await thread.ask({ kind: 'copy-out', sql: copy })
    if (bytes !== undefined) yield bytes
  }
}

const openPostgres = (
  { url, connections = standardConnections }: { url: string; connections?: number },
  { callMs, ownerMs, idleMs }: TimeLimits,
): Opened => {
  const pool = openPool(url, connections)
  const beginOwner = `begin; ${limited(ownerMs, idleMs)}`
  const owner = kyselyOn(async () =>
    beginningWith(beginOwner, await pool.connect({ limitMs: ownerMs })),
  )
  const unlimited = (connection?: PoolConnection): Kysely<Tables> =>
    kyselyOn(() =>
      connection
        ? // The caller releases the connection: COPY runs in the same transaction.
          Promise.resolve({ ...connection, release: () => {} })
        : pool.connect({ limitMs: null }),
    )
  return {
    kind: 'postgres',
    owner,
    seekLeadership: (onLead) => seekLeadership(url, onLead),
    lost: new AbortController().signal,
    connections: pool.connections,
    migrated: (until) => migrate(unlimited(), until),
    asOrg: (orgId, work) =>
      kyselyOn(async () =>
        beginningWith(
          `begin; select set_config('role', 'fieldbook_app', true), set_config('app.org', ${pg.escapeLiteral(orgId)}, true); ${limited(callMs, idleMs)}`,
          // The server ends the statement; if it does not, the connection is cut.
          await pool.connect({ limitMs: callMs + graceMs }),
        ),
      )
        .transaction()
        .execute(work),
    bulk: async (work) => {
      const connection = await pool.connect({ limitMs: null })
      try {
        return await unlimited(connection)
          .transaction()
          .execute((trx) =>
            work({
              trx,
              copyIn: async (table, columns, lines) => {
                const copy = `copy ${table} (${columns.join(', ')}) from stdin`
                const stream = connection.client.query(copyFrom(copy))
                await pipeline(chunked(lines), stream).catch((error: unknown) => {
                  throw connection.awayOr(error)
                })
                return stream.rowCount
              },
              copyOut: (table, columns) => copyStream(connection, table, columns),
            }),
          )
      } finally {
        connection.release()
      }
    },
    snapshot: async (work) => {
      const connection = await pool.connect({ limitMs: null })
      try {
        return await unlimited(connection)
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute((trx) =>
            work({ trx, copyOut: (table, columns) => copyStream(connection, table, columns) }),
          )
      } finally {
        connection.release()
      }
    },
    // Not through Kysely, which ends a pool only if its own handle was used.
    close: () => pool.end(),
  }
}

async function* copyStream(
  connection: PoolConnection,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Uint8Array, void, undefined> {
  const copy = `copy (select ${columns.join(', ')} from ${table}) to stdout`
  const pieces: AsyncIterable<Uint8Array> = connection.client.query(copyTo(copy))
  try {
    yield* pieces
  } catch (error) {
    throw connection.awayOr(error)
  }
}

const graceMs = 5_000

/** Valid until the transaction ends, so that a pooler cannot mix up settings. */
const limited = (statementMs: number, idleMs: number): string =>
  `set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleMs}`

const kyselyOn = (connect: () => Promise<PostgresPoolClient>): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: () => Promise.resolve(), options: {} } }),
  })

/** One message instead of several. */
const beginningWith = (begin: string, connection: PoolConnection): PostgresPoolClient => {
  const query = (text: string, values: unknown[]) =>
    text === 'begin' ? connection.query(begin, []) : connection.query(text, values)
  // Its type has one overload per way to call it; Kysely's driver passes a text.
  return { ...connection, query: query as PostgresPoolClient['query'] }
}

/**
 * Within `asOrg` a PostgreSQL server plans the statement once per connection: planning takes longer than reading a page of
 * records. The plan must suit tables of any size.
 */
export const prepared = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared: ${name} */ `)

const inOrg = <Result>(
  owner: Kysely<Tables>,
  orgId: string,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> =>
  owner.transaction().execute(async (trx) => {
    await enterOrganisation(trx, orgId)
    return work(trx)
  })

/** For the rest of the transaction. */
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
