import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { PgliteReply, PgliteRequest } from './pglite-worker.ts'

type Unsent = PgliteRequest extends infer R
  ? R extends PgliteRequest
    ? Omit<R, 'id'>
    : never
  : never
type Answer = { rows: unknown[]; affected: number }

/** The embedded database in its own thread, so that a slow statement never holds up the server's event loop. */
export type PgliteThread = {
  ask(request: Unsent): Promise<Answer>
  close(): Promise<void>
}

/** A statement that takes longer than this has hung; the thread is ended rather than trusted. */
const stalledAfterMs = 120_000

/** Starts PGlite on a folder, or in memory; rejects when the folder cannot be opened. */
export const startPglite = async (folder: string | undefined): Promise<PgliteThread> => {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: folder })
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>()
  let lastId = 0
  let ended: Error | null = null

  const end = (error: Error): void => {
    ended ??= error
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => end(new Error('The embedded database has stopped.')))
  worker.on('message', (reply: PgliteReply) => {
    const waiter = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) waiter?.reject(Object.assign(new Error(reply.error.message), reply.error))
    else waiter?.resolve(reply)
  })

  const settled = (id: number, limitMs: number): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (ended) {
        reject(ended)
        return
      }
      const watchdog = setTimeout(() => {
        end(new Error('The embedded database has stalled.'))
        void worker.terminate()
      }, limitMs)
      waiting.set(id, {
        resolve: (answer) => {
          clearTimeout(watchdog)
          resolve(answer)
        },
        reject: (error) => {
          clearTimeout(watchdog)
          reject(error)
        },
      })
    })

  const ask = (request: Unsent): Promise<Answer> => {
    lastId += 1
    const reply = settled(lastId, stalledAfterMs)
    if (!ended) worker.postMessage({ ...request, id: lastId })
    return reply
  }

  await settled(0, stalledAfterMs)
  return {
    ask,
    close: async () => {
      if (ended) return
      await ask({ kind: 'close' })
      await worker.terminate()
    },
  }
}

/** Kysely over the one connection of the thread: whoever holds it keeps the others waiting, in order. */
export const pgliteDialect = (thread: PgliteThread): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver: () => singleConnection(thread),
})

const singleConnection = (thread: PgliteThread): Driver => {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      const answer = await thread.ask({
        kind: 'query',
        sql: query.sql,
        params: [...query.parameters],
      })
      return {
        // Kysely names the row type from the query itself.
        rows: answer.rows as Row[],
        numAffectedRows: BigInt(answer.affected),
      }
    },
    streamQuery: () => {
      throw new Error('The embedded database does not stream; read in batches by key.')
    },
  }
  const run = async (statement: string): Promise<void> => {
    await thread.ask({ kind: 'query', sql: statement, params: [] })
  }
  let last: Promise<void> = Promise.resolve()
  const releases = new WeakMap<DatabaseConnection, () => void>()
  return {
    init: () => Promise.resolve(),
    acquireConnection: async () => {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await before
      releases.set(connection, resolve)
      return connection
    },
    beginTransaction: (_, settings) =>
      run(settings.isolationLevel ? `begin isolation level ${settings.isolationLevel}` : 'begin'),
    commitTransaction: () => run('commit'),
    rollbackTransaction: () => run('rollback'),
    releaseConnection: (held) => {
      releases.get(held)?.()
      return Promise.resolve()
    },
    destroy: () => thread.close(),
  }
}
