import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../platform/db/db.ts'
import { DatabaseAway } from '../platform/db/database-away.ts'
import { isMigrated } from '../platform/db/migrations.ts'
import { databaseIsAway, ProblemError } from '../platform/http/problem-error.ts'
import type { SearchEngine } from '../search/engine.ts'

export type HealthParts = {
  db: Database
  search: Pick<SearchEngine, 'options'>
  /** As of the queue: null without a worker. */
  sinceBeat(): number | null
}

const withinMs = 2_000
/** The queue looks every second. */
const silentMs = 30_000

/** For supervisors and balancers. Bodies say nothing of what is wrong: the log and /metrics do. */
export const healthRoutes =
  (parts: HealthParts) =>
  (server: FastifyInstance): Promise<void> => {
    const { db } = parts
    server.get('/health', () => {
      if (db.lost.aborted) throw databaseIsAway()
      return { status: 'up' }
    })
    server.get('/ready', (request) => readiness(parts, request.log))
    return Promise.resolve()
  }

const readiness = async (
  parts: HealthParts,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<{ status: 'ready' }> => {
  const missing = await inTime(missingParts(parts))
  if (missing.length === 0) return { status: 'ready' }
  log.warn({ missing }, 'not ready')
  throw new ProblemError('unavailable', 'Fieldbook isn’t ready. Try again in five seconds.', {
    retryAfterSeconds: 5,
  })
}

const missingParts = async ({ db, search, sinceBeat }: HealthParts): Promise<string[]> => {
  const missing: string[] = []
  if (!(await isMigrated(db.owner))) missing.push('migrations')
  if (!(await answers(search))) missing.push('search')
  if ((sinceBeat() ?? 0) > silentMs) missing.push('worker')
  return missing
}

const answers = (search: HealthParts['search']): Promise<boolean> =>
  search.options({ category: 'company', identifier: 'country', term: '', from: 0, size: 1 }).then(
    () => true,
    () => false,
  )

const inTime = async <Result>(work: Promise<Result>): Promise<Result> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new DatabaseAway()), withinMs)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
