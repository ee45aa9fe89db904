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
import { DatabaseAway } from './database-away.ts'
import type { PgliteReply, PgliteRequest } from './pglite-worker.ts'

type Unsent = PgliteRequest extends infer R
  ? R extends PgliteRequest
    ? Omit<R, 'id'>
    : never
  : never
type Answer = { rows: unknown[]; affected: number; bytes?: Uint8Array }

/** In its own thread, so that slow statements do not block the server's event loop. */
export type PgliteThread = {
  /** Rejects with DatabaseAway. */
  ask(request: Unsent): Promise<Answer>
  /** Allows statements of minutes: loads and migrations. Only for the connection's holder. */
  patiently<Result>(work: () => Promise<Result>): Promise<Result>
  lost: AbortSignal
  close(): Promise<void>
}

/** In seconds; `long` is for a load, a migration, the start or the end. */
export type StallLimits = { ordinary: number; long: number; tickMs: number }

const standardLimits: StallLimits = { ordinary: 10, long: 600, tickMs: 1_000 }

type Waiter = {
  resolve(answer: Answer): void
  reject(error: Error): void
  ticks: number
  limit: number
}

/** A commit of a throwaway does not wait for the disk. */
export type PgliteLocation = { folder: string | undefined; isThrowaway?: boolean }

/** In memory without a folder; rejects if it does not open. */
export const startPglite = async (
  { folder, isThrowaway = false }: PgliteLocation,
  limits: StallLimits = standardLimits,
): Promise<PgliteThread> => {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: { folder, isThrowaway },
  })
  const waiting = new Map<number, Waiter>()
  const lost = new AbortController()
  let lastId = 0
  let ended: Error | null = null
  let isClosing = false
  let patient = 1

  const end = (error: Error): void => {
    ended ??= error
    clearInterval(ticks)
    for (const { reject } of waiting.values()) reject(new DatabaseAway(ended))
    waiting.clear()
    if (!isClosing) lost.abort(ended)
  }
  // Counted in ticks of this process, so that a laptop's sleep or a busy event loop is not a stall.
  const ticks = setInterval(() => {
    for (const waiter of waiting.values()) {
      waiter.ticks += 1
      if (waiter.ticks <= waiter.limit) continue
      end(new Error('The embedded database has stalled.'))
      void worker.terminate()
      return
    }
  }, limits.tickMs)
  ticks.unref()
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => end(new Error('The embedded database has stopped.')))
  worker.on('message', (reply: PgliteReply) => {
    const waiter = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) waiter?.reject(Object.assign(new Error(reply.error.message), reply.error))
    else waiter?.resolve(reply)
  })

  const answerTo = (id: number): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (ended) reject(new DatabaseAway(ended))
      else {
        const limit = patient > 0 ? limits.long : limits.ordinary
        waiting.set(id, { resolve, reject, ticks: 0, limit })
      }
    })

  const ask = (request: Unsent): Promise<Answer> => {
    lastId += 1
    const answer = answerTo(lastId)
    if (!ended) worker.postMessage({ ...request, id: lastId })
    return answer
  }

  await answerTo(0)
  patient = 0
  return {
    ask,
    patiently: async (work) => {
      patient += 1
      try {
        return await work()
      } finally {
        patient -= 1
      }
    },
    lost: lost.signal,
    close: async () => {
      if (ended) return
      isClosing = true
      // Flushing memory takes as long as the disk needs.
      patient += 1
      await ask({ kind: 'close' })
      await worker.terminate()
    },
  }
}

/** One connection: its holder makes others wait, in order. */
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
        // Kysely takes the row type from the query.
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
    releaseConnection: (acquired) => {
      releases.get(acquired)?.()
      return Promise.resolve()
    },
    destroy: () => thread.close(),
  }
}
