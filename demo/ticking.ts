import * as z from 'zod/mini'
import type { Database } from '../server/platform/db/db.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { tickMarket } from './living.ts'

/** Most ticks one command asks for. */
export const mostTicks = 1000

/** What `npm run demo -- --tick` asks for. */
export const Ticks = z.object({ ticks: z.int().check(z.minimum(1), z.maximum(mostTicks)) })
export type Ticks = z.infer<typeof Ticks>

/** Lets the market live for so many ticks, one after the other; resolves to how many signals that gave. Throws a Refusal where nothing may happen. */
export const tickTimes = async (db: Database, times: number, now: () => Date): Promise<number> => {
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
