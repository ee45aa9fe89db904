import pg from 'pg'
import { DatabaseAway } from './database-away.ts'

export type Use = {
  /** Call the result when the statement is answered. */
  begin(): () => void
  /** Call when the current statement has ended. */
  rest(): void
  end(): void
}

export type DatabaseWatch = {
  use(limitMs: number, cut: () => void): Use
  unwatched: Use
  unlessHanging<Result>(promise: Promise<Result>): Promise<Result>
  end(): Promise<void>
}

type Watched = { since: number | null; limitMs: number; cut: () => void }

const everyMs = 400
/** With `everyMs`, a call is answered within 2 s even if the database hangs. */
const hangsAfterMs = 1_400
const pingGivenUpMs = 10_000

/**
 * A socket does not show a hanging server: here a connection, even a ping, gets no answer while no other is answered either. A
 * server that is down refuses at once and needs no watch.
 */
export const watchDatabase = (url: string): DatabaseWatch => {
  const pings = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: pingGivenUpMs,
    query_timeout: pingGivenUpMs,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  pings.on('error', () => undefined)
  pings.on('connect', (client) => client.on('error', () => undefined))
  const uses = new Set<Watched>()
  const waiting = new Set<() => void>()
  let answeredAt = performance.now()
  let isHanging = false
  let isPinging = false

  const hang = (): void => {
    isHanging = true
    for (const use of uses) use.cut()
    for (const refuse of waiting) refuse()
  }
  const ping = async (): Promise<void> => {
    isPinging = true
    const sentAt = performance.now()
    let isOver = false
    const judge = (): void => {
      if (!isOver && answeredAt < sentAt) hang()
    }
    // An answer may have arrived while this process was busy: two turns of the event loop read it first.
    const timer = setTimeout(() => setImmediate(() => setImmediate(judge)), hangsAfterMs)
    timer.unref()
    try {
      await pings.query('select 1')
      answeredAt = performance.now()
      isHanging = false
    } catch {
      // A server that refuses at once refuses the calls too.
      if (performance.now() - sentAt < hangsAfterMs) isHanging = false
    } finally {
      isOver = true
      clearTimeout(timer)
      isPinging = false
    }
  }
  const tick = (): void => {
    const now = performance.now()
    for (const use of uses) if (use.since !== null && now - use.since > use.limitMs) use.cut()
    if (!isPinging) void ping()
  }
  const ticks = setInterval(tick, everyMs)
  ticks.unref()

  return {
    use: (limitMs, cut) => {
      const use: Watched = { since: null, limitMs, cut }
      uses.add(use)
      return {
        begin: () => {
          use.since = performance.now()
          return () => (answeredAt = performance.now())
        },
        rest: () => (use.since = null),
        end: () => uses.delete(use),
      }
    },
    unwatched: { begin: () => () => undefined, rest: () => undefined, end: () => undefined },
    unlessHanging: (promise) =>
      new Promise((resolve, reject) => {
        const refuse = (): void => reject(new DatabaseAway())
        if (isHanging) return refuse()
        waiting.add(refuse)
        promise.then(resolve, reject).finally(() => waiting.delete(refuse))
      }),
    end: async () => {
      clearInterval(ticks)
      await pings.end()
    },
  }
}
