import * as z from 'zod/mini'
import type { Database } from '../server/platform/db/db.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { tickMarket } from './tick-market.ts'

export const maxTicks = 1000

export const Ticks = z.object({ ticks: z.int().check(z.minimum(1), z.maximum(maxTicks)) })
export type Ticks = z.infer<typeof Ticks>

/** Returns the number of new signals. Throws a Refusal where the market may not change. */
export const runTicks = async (db: Database, times: number, now: () => Date): Promise<number> => {
  let signals = 0
  for (let done = 0; done < times; done++) {
    const ticked = await tickMarket(db, { now: now() })
    if (ticked === null)
      throw new Refusal(
        'Nothing happens here: the market lives only where the demo world is and nothing was imported.',
      )
    signals += ticked.signals.length
  }
  return signals
}
