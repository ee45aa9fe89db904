import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../server/platform/db/db.ts'
import { tickMarket } from './tick-market.ts'

const minute = 60_000

/** Fast while a new user looks around, then at a pace that does not fill the disk. */
const pace = { quickFor: 10 * minute, quick: 10_000, steady: minute }

/** One process per database at a time. `stop` waits for the current tick. */
export const startMarketClock = ({
  tick,
  log,
}: {
  /** Skips a tick if the last is less than `leastApartMs` ago. */
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
      // A margin, so that the clock's own ticks are never too early.
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

export const startMarket = (
  db: Database,
  parts: { now: () => number; onSignalsAdded: () => void; log?: FastifyBaseLogger },
): { stop(): Promise<void> } =>
  startMarketClock({
    tick: async (leastApartMs) => {
      const ticked = await tickMarket(db, {
        now: new Date(parts.now()),
        leastApartMs,
        paced: true,
      })
      if (ticked !== null) parts.onSignalsAdded()
    },
    ...(parts.log && { log: parts.log }),
  })
