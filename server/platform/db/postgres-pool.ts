import pg from 'pg'
import type { PostgresPoolClient } from 'kysely'
import { awayOr, DatabaseAway } from './database-away.ts'
import { watchDatabase } from './postgres-watch.ts'

export type TimeLimits = {
  /** In an organisation's transaction: a call or a job. */
  callMs: number
  ownerMs: number
  idleMs: number
}

/** Pages abort a call after 15 s; jobs price and match a thousand rows per statement. */
export const standardLimits: TimeLimits = { callMs: 30_000, ownerMs: 600_000, idleMs: 300_000 }

/** A time limit cuts the connection as soon as the database hangs; a bulk load has none. */
export type Purpose = {
  limitMs: number | null
}

export type PoolConnection = PostgresPoolClient & {
  client: pg.PoolClient
  awayOr(error: unknown): unknown
}

export type DatabasePool = {
  /** Rejects with DatabaseAway if the database refuses or hangs, or no connection becomes free in time. */
  connect(purpose: Purpose): Promise<PoolConnection>
  connections(): { used: number; waiting: number }
  end(): Promise<void>
}

/** A server that answers connects within milliseconds. */
const connectsWithinMs = 1_800
const waitsMs = 10_000

/** Survives the end of connections: the caller gets DatabaseAway. */
export const openPool = (url: string, connections: number): DatabasePool => {
  const lost = new WeakSet<pg.PoolClient>()
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    connectionTimeoutMillis: waitsMs,
    keepAlive: true,
    Client: SoonConnected,
  })
  pool.on('error', () => {
    // An idle connection broke, for example in a server restart; the next query opens another.
  })
  pool.on('connect', (client) => {
    // Without a listener, the end of a connection in use would end the process.
    client.on('error', () => lost.add(client))
    client.on('end', () => lost.add(client))
  })
  const watch = watchDatabase(url)

  const acquire = async ({ limitMs }: Purpose): Promise<pg.PoolClient> => {
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
      const client = await acquire(purpose)
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
        // Kysely's type also takes a cursor, which it uses only if its dialect has one.
        query: query as unknown as PostgresPoolClient['query'],
        release: (broken) => {
          use.end()
          client.release(broken === true || lost.has(client))
        },
      }
    },
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    end: async () => {
      await watch.end()
      await pool.end()
    },
  }
}

/** Not to waiting for a free connection. */
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

/** int8, numeric and date as text, as with PGlite. */
const textual = new Set<number>([20, 1700, 1082])
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    textual.has(oid)
      ? (value: string) => value
      : pg.types.getTypeParser(oid, format === 'binary' ? 'text' : format),
}
