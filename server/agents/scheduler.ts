import type { FastifyBaseLogger } from 'fastify'
import { createSignalMatcher, type SignalMatcherParts } from './match-signals.ts'
import { runDueAgents, type RunAgentParts } from './run-agent.ts'

export type AgentScheduler = {
  /** Matches and notifies at once, after every `wake`, and every two seconds. */
  start(): void
  /** Signals have been added by this process. */
  wake(): void
  /** Matches and notifies until nothing is left, for tests and commands. Rejects if something failed. */
  runDue(): Promise<void>
  /** Starts nothing new and waits for work in progress. */
  stop(): Promise<void>
}

const pollMs = 2_000

/** Matches new signals and runs due agents. `onEnqueued` wakes the senders of push and email. */
export const createAgentScheduler = (
  parts: SignalMatcherParts &
    RunAgentParts & { onEnqueued: () => void; log?: FastifyBaseLogger | undefined },
): AgentScheduler => {
  const matching = createSignalMatcher(parts)
  let timer: NodeJS.Timeout | undefined
  let under: Promise<void> = Promise.resolve()
  let waiting = false
  let stopped = false

  const once = async (): Promise<void> => {
    await matching.matchNew(() => stopped)
    if ((await runDueAgents(parts, () => stopped)) > 0) parts.onEnqueued()
  }
  const inTurn = (): Promise<void> => {
    const done = under.then(once)
    under = done.catch(() => undefined)
    return done
  }
  /** Calls during a waiting pass share that pass. */
  const look = (): void => {
    if (waiting || stopped) return
    waiting = true
    under = under.then(async () => {
      waiting = false
      if (!stopped) await once()
    })
    under = under.catch((error: unknown) =>
      parts.log?.warn({ err: error }, 'matching signals failed'),
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
