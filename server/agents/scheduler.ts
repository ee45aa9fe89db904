import type { FastifyBaseLogger } from 'fastify'
import { createSignalMatcher, type SignalMatcherParts } from './match-signals.ts'
import { runDueAgents, type RunAgentParts } from './run-agent.ts'

export type AgentScheduler = {
  /** At once, after every `wake`, and every two seconds. */
  start(): void
  wake(): void
  /** For tests and commands. Rejects if something failed. */
  runDue(): Promise<void>
  stop(): Promise<void>
}

const pollMs = 2_000

export const createAgentScheduler = (
  parts: SignalMatcherParts &
    RunAgentParts & {
      /** One process matches signals: a second would find the same. */
      leads: () => boolean
      onEnqueued: () => void
      log?: FastifyBaseLogger | undefined
    },
): AgentScheduler => {
  const matching = createSignalMatcher(parts)
  let timer: NodeJS.Timeout | undefined
  let under: Promise<void> = Promise.resolve()
  let waiting = false
  let stopped = false

  const once = async (isLeader: boolean): Promise<void> => {
    if (isLeader) await matching.matchNew(() => stopped)
    if ((await runDueAgents(parts, () => stopped)) > 0) parts.onEnqueued()
  }
  const inTurn = (): Promise<void> => {
    const done = under.then(() => once(true))
    under = done.catch(() => undefined)
    return done
  }
  const look = (): void => {
    if (waiting || stopped) return
    waiting = true
    under = under.then(async () => {
      waiting = false
      if (!stopped) await once(parts.leads())
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
