import pg from 'pg'
import type { PostgresPoolClient } from 'kysely'
import { awayOr, DatabaseAway } from './database-away.ts'
import { watchDatabase } from './postgres-watch.ts'

/** How long statements may take, in ms. */
export type TimeLimits = {
  /** A statement of an organisation's transaction: a call or a job. */
  callMs: number
  /** A statement of the owner: housekeeping over all organisations. */
  ownerMs: number
  /** A transaction between two statements. */
  idleMs: number
}

/** Pages give a call up after 15 s; jobs price and match a thousand rows a statement. */
export const standardLimits: TimeLimits = { callMs: 30_000, ownerMs: 600_000, idleMs: 300_000 }

/** What a connection is for: with a time limit it is cut as soon as the database hangs; a bulk load waits as long as it takes. */
export type Purpose = {
  /** A statement that takes longer ends its connection; null waits for ever. */
  limitMs: number | null
}

export type PoolConnection = PostgresPoolClient & {
  /** The driver's client, for COPY. */
  client: pg.PoolClient
  /** What an error of the client means. */
  awayOr(error: unknown): unknown
}

export type DatabasePool = {
  /** Rejects with DatabaseAway where the database refuses, hangs, or has no free connection for long. */
  connect(purpose: Purpose): Promise<PoolConnection>
  end(): Promise<void>
}

/** A connection to a server that answers is there in some milliseconds. */
const connectsWithinMs = 1_800
/** How long a call waits while all connections are in use. */
const waitsMs = 10_000

/** PostgreSQL connections that may die or hang without harm to the process: their user gets DatabaseAway, and the pool drops them. */
export const openPool = (url: string): DatabasePool => {
  const lost = new WeakSet<pg.PoolClient>()
  const pool = new pg.Pool({
    connectionString: url,
    max: 16,
    types,
    connectionTimeoutMillis: waitsMs,
    keepAlive: true,
    Client: SoonConnected,
  })
  pool.on('error', () => {
    // An idle connection broke (a restart of the server); the next query opens another.
  })
  pool.on('connect', (client) => {
    // Without a listener the end of a connection that is in use would end the process.
    client.on('error', () => lost.add(client))
    client.on('end', () => lost.add(client))
  })
  const watch = watchDatabase(url)

  const taken = async ({ limitMs }: Purpose): Promise<pg.PoolClient> => {
    const connecting = pool.connect()
    try {
      return await (limitMs === null ? connecting : watch.unlessHanging(connecting))
    } catch (error) {
      void connecting.then(
        (late) => late.release(),
        () => undefined,
      )
      throw new DatabaseAway(error)
    }
  }

  return {
    connect: async (purpose) => {
      const client = await taken(purpose)
      const cut = (): void => {
        lost.add(client)
        void client.end()
      }
      const use = purpose.limitMs === null ? watch.unwatched : watch.use(purpose.limitMs, cut)
      const meaning = (error: unknown): unknown => awayOr(error, lost.has(client))
      const query = async (text: string, values: unknown[] = []): Promise<unknown> => {
        const answered = use.begin()
        try {
          const result = await client.query({
            text,
            values,
            name: preparedName.exec(text)?.[1],
          })
          answered()
          return result
        } catch (error) {
          throw meaning(error)
        } finally {
          use.rest()
        }
      }
      return {
        client,
        awayOr: meaning,
        // Kysely's type also takes a cursor, which it never hands over unless its dialect was given one.
        query: query as unknown as PostgresPoolClient['query'],
        release: (broken) => {
          use.end()
          client.release(broken === true || lost.has(client))
        },
      }
    },
    end: async () => {
      await watch.end()
      await pool.end()
    },
  }
}

/** Waiting for a free connection takes as long as others need theirs; opening one does not. */
class SoonConnected extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(
      typeof config === 'string'
        ? config
        : { ...config, connectionTimeoutMillis: connectsWithinMs },
    )
  }
}

const preparedName = /^\/\* prepared: ([\w ]+) \*\//

/** int8, numeric and date are read as text, as from PGlite. */
const textual = new Set<number>([20, 1700, 1082])
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    textual.has(oid)
      ? (value: string) => value
      : pg.types.getTypeParser(oid, format === 'binary' ? 'text' : format),
}
