import type { FastifyBaseLogger } from 'fastify'
import { createMatching, type MatchingParts } from './matching.ts'
import { tellDue, type TellingParts } from './telling.ts'

export type Watching = {
  /** Begins to match and tell: at once, after every `wake`, and every two seconds. */
  start(): void
  /** Signals have been added by this process. */
  wake(): void
  /** Matches and tells until there is nothing left to do; for tests and commands. Rejects with what went wrong. */
  runDue(): Promise<void>
  /** Begins nothing more and waits for what is under way. */
  stop(): Promise<void>
}

const pollMs = 2_000

/** Agents at work: what is new is matched, and what was found is told. `told` has messages and e-mail sent on. */
export const createWatching = (
  parts: MatchingParts & TellingParts & { told: () => void; log?: FastifyBaseLogger | undefined },
): Watching => {
  const matching = createMatching(parts)
  let timer: NodeJS.Timeout | undefined
  let under: Promise<void> = Promise.resolve()
  let waiting = false
  let stopped = false

  const once = async (): Promise<void> => {
    await matching.matchNew(() => stopped)
    if ((await tellDue(parts, () => stopped)) > 0) parts.told()
  }
  /** One after the other. */
  const inTurn = (): Promise<void> => {
    const done = under.then(once)
    under = done.catch(() => undefined)
    return done
  }
  /** Whoever comes while one waits has theirs done by it. */
  const look = (): void => {
    if (waiting || stopped) return
    waiting = true
    under = under.then(async () => {
      waiting = false
      if (!stopped) await once()
    })
    under = under.catch((error: unknown) =>
      parts.log?.warn({ err: error }, 'signals could not be matched'),
    )
  }

  return {
    start: () => {
      timer = setInterval(look, pollMs)
      timer.unref()
      look()
    },
    wake: look,
    runDue: inTurn,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await under
    },
  }
}
