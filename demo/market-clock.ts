import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../server/platform/db/db.ts'
import { tickMarket } from './living.ts'

const minute = 60_000

/** Quick while somebody looks around for the first time, then at a pace that does not fill the disk. */
const pace = { quickFor: 10 * minute, quick: 10_000, steady: minute }

/**
 * Lets the demo's market live from now on: about every ten seconds for ten minutes, then every minute. Of several processes on one
 * database only one does at a time. `stop` ends it and waits for the tick under way.
 */
export const keepMarketLiving = ({
  tick,
  log,
}: {
  /** Does what is due, unless less than so many milliseconds have passed since the last one. */
  tick: (leastApartMs: number) => Promise<unknown>
  log?: FastifyBaseLogger
}): { stop(): Promise<void> } => {
  const began = performance.now()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let under: Promise<unknown> = Promise.resolve()
  const wait = (): void => {
    if (stopped) return
    const every = performance.now() - began < pace.quickFor ? pace.quick : pace.steady
    timer = setTimeout(() => {
      // Somewhat less, so that one's own pace is never too early.
      under = tick(every * 0.8)
        .catch((error: unknown) => log?.warn({ err: error }, "a tick of the demo's market failed"))
        .then(wait)
    }, every)
    timer.unref()
  }
  wait()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await under
    },
  }
}

/** The same for a database; `told` hears that there are new signals. */
export const marketOf = (
  db: Database,
  parts: { now: () => number; told: () => void; log?: FastifyBaseLogger },
): { stop(): Promise<void> } =>
  keepMarketLiving({
    tick: async (leastApartMs) => {
      const ticked = await tickMarket(db, { now: new Date(parts.now()), leastApartMs })
      if (ticked !== null) parts.told()
    },
    ...(parts.log && { log: parts.log }),
  })
