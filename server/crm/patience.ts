import { dayMs } from '../../contract/core/days.ts'
import { Slow, Unavailable } from '../connectors/errors.ts'
import type { Grant } from '../connectors/port.ts'
import { Postponed } from '../platform/db/queue.ts'
import { isProblem, ProblemError } from '../platform/http/problem-error.ts'
import type { Access } from './access.ts'
import type { Call } from './describe.ts'
import { repeatReads } from './repeat-reads.ts'

export type Patience = {
  call: Call
  /** Of the last call. */
  grant(): Grant | null
  /** In this process if it is soon, else by throwing Postponed. */
  waitUntil(until: number): Promise<void>
}

const maxPauseMs = 15_000
/** A limit of a minute: a job that has read a lot would begin again at each of them, and never end. */
export const minuteLimitMs = 65_000
const retryPausesMs = [1_000, 4_000]
const unavailableMs = 60_000
/** A CRM that goes on refusing the same call is left alone for a while. */
const maxRefusals = 3
/** A daily limit can stop a large push twice. */
const maxDays = 3

/** Waits as the CRM asks; throws Postponed where that takes long, and ProblemError `crm-away` where waiting does not help. */
export const openPatience = (parts: {
  access: Access
  orgId: string
  connectionId: string
  label: string
  /** ms since 1970. */
  startedAt: number
  now: () => number
  pause: (ms: number) => Promise<void>
  /** The longest limit of the CRM that is waited out in this process. */
  maxLimitMs?: number
}): Patience => {
  const { access, orgId, connectionId, label, startedAt, now, pause } = parts
  const { maxLimitMs = maxPauseMs } = parts
  let grant: Grant | null = null

  const waitUntil = async (until: number, most = maxPauseMs): Promise<void> => {
    const ms = until - now()
    if (ms <= most) return pause(Math.max(0, ms))
    if (now() - startedAt > maxDays * dayMs)
      throw new ProblemError(
        'crm-away',
        `${label} made us wait for ${maxDays} days, so we stopped.`,
      )
    throw new Postponed(`${label} has to wait`, until)
  }

  const call: Call = async (run) => {
    let refusals = 0
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await access.call(orgId, connectionId, (api, connector) => {
          grant = api.grant
          return run({ ...api, http: repeatReads(api.http, pause) }, connector)
        })
      } catch (error) {
        if (isProblem(error, 'not-found'))
          throw new ProblemError('crm-away', `${label} was disconnected.`, { cause: error })
        if (error instanceof Slow) {
          refusals += 1
          if (refusals > maxRefusals) await waitUntil(Math.max(error.until, now() + unavailableMs))
          else await waitUntil(error.until + 1, maxLimitMs)
        } else if (error instanceof Unavailable) {
          const ms = retryPausesMs[attempt]
          if (ms === undefined) await waitUntil(now() + unavailableMs)
          else await pause(ms)
        } else throw error
      }
    }
  }
  return { call, grant: () => grant, waitUntil: (until) => waitUntil(until) }
}
