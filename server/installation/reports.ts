import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../platform/db/db.ts'
import { readClock } from '../records/store.ts'

export type ProcessParts = {
  db: Database
  version: string
  build(): string
  searchTick(): number
  /** As of the queue: null without a worker. */
  sinceBeat(): number | null
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined
}

export type Heartbeat = {
  start(): Promise<void>
  beat(): Promise<void>
  /** In ms, since the search index last had everything that was committed one heartbeat before. */
  sinceSearch(): number
  stop(): Promise<void>
}

const everyMs = 15_000
const silentSeconds = 60

/** Says in the database how this process does, for the page Installation and `npm run doctor` at any process. */
export const openHeartbeat = (parts: ProcessParts): Heartbeat => {
  const { db, log } = parts
  const id = randomUUID()
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  let tick = 0
  let searchAt = performance.now()
  const sinceSearch = (): number => performance.now() - searchAt
  const write = async (): Promise<void> => {
    if (parts.searchTick() >= tick) searchAt = performance.now()
    tick = Number(await readClock(db.owner))
    const sinceBeat = parts.sinceBeat()
    const changing = {
      build: parts.build(),
      beat_at: sql<Date>`now()`,
      worker_at: sinceBeat === null ? null : before(sinceBeat),
      search_at: before(sinceSearch()),
    }
    await db.owner
      .insertInto('process_report')
      .values({
        id,
        host: hostname(),
        pid: process.pid,
        version: parts.version,
        ...changing,
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
      .execute()
  }
  const beat = (): Promise<void> => {
    last = write().catch((error: unknown) =>
      log?.warn({ err: error }, 'no heartbeat of the process'),
    )
    return last
  }
  return {
    beat,
    sinceSearch,
    start: async () => {
      const old =
        db.kind === 'pglite' ? sql<boolean>`true` : sql<boolean>`beat_at < now() - interval '1 day'`
      await db.owner
        .deleteFrom('process_report')
        .where(old)
        .execute()
        .catch((error: unknown) => log?.warn({ err: error }, 'old processes stay listed'))
      timer = setInterval(() => void beat(), everyMs)
      timer.unref()
      await beat()
    },
    stop: async () => {
      if (timer === undefined) return
      clearInterval(timer)
      await last
      await db.owner
        .deleteFrom('process_report')
        .where('id', '=', id)
        .execute()
        .catch((error: unknown) => log?.warn({ err: error }, 'this process stays listed'))
    },
  }
}

const before = (ms: number) => sql<Date>`now() - make_interval(secs => ${ms / 1000}::float8)`

/** Those with a heartbeat within a minute, by the database's clock; the oldest first. */
export const runningProcesses = (db: Database) =>
  db.owner
    .selectFrom('process_report')
    .selectAll()
    .where(sql<boolean>`beat_at > now() - make_interval(secs => ${silentSeconds})`)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
