import { session } from '../../session/session.ts'
import type { CallName } from '../../../contract/api.ts'
import type { Problem } from '../../../contract/core/problem.ts'
import { verdictOn, type Outcome, type Send } from '../../offline/outcome.ts'
import type { ApiClient, CallOptions } from '../../lib/api.ts'
import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'
import { log } from '../../lib/log.ts'

/** The API client as src/offline makes its calls. `isSignedOut` tells a missing token from one that only cannot be had now. */
export const sendWith =
  (api: ApiClient, isSignedOut: () => boolean = noSession): Send =>
  async (call, input, options) => {
    // Every name src/offline says is one of the contract's, and its input was checked where it was made.
    const make = api[call as CallName] as (input: object, options: CallOptions) => Promise<unknown>
    const offlineBefore = isOffline()
    try {
      return { kind: 'done', output: await make(input, options) }
    } catch (error) {
      options.signal.throwIfAborted()
      const outcome = outcomeOf(error, isSignedOut, offlineBefore && isOffline())
      // The console hears of what was refused, and nobody else by words over what they do (spec 8).
      const verdict = verdictOn(outcome, false)
      if (verdict.do === 'park') log.error(`${call} was not taken`, verdict.problem)
      return outcome
    }
  }

/** Where the sign-in service is only silent there is still a session; then it is as if the server were not reached. */
const noSession = (): boolean => {
  const { mode } = session.current().identity
  return mode === 'live' || mode === 'read-only' || mode === null
}

/** A browser that says so has no network at all; that it has one it may say without reason, and where it says nothing nothing is known. */
const isOffline = (): boolean => 'onLine' in navigator && !navigator.onLine

const outcomeOf = (error: unknown, isSignedOut: () => boolean, stayed: boolean): Outcome => {
  if (error instanceof ApiProblem) {
    if (error.status === 401) return { kind: 'unauthenticated' }
    const { retryAfter } = error
    const problem = error.body ?? unnamed(error)
    return { kind: 'problem', problem, ...(retryAfter === null ? {} : { retryAfter }) }
  }
  if (error instanceof Unreachable) {
    if (error.reason !== 'identity') return { kind: 'unreachable', ...(stayed && { stayed }) }
    return isSignedOut() ? { kind: 'unauthenticated' } : { kind: 'unreachable', stayed: true }
  }
  // The page's own calls have ended: somebody left, or another organisation is there.
  if (!(error instanceof DOMException)) log.error('A change could not be sent', error)
  return { kind: 'unreachable' }
}

/** Someone between us and the server answered in its place. */
const unnamed = ({ status, message }: ApiProblem): Problem => ({
  type: 'about:blank',
  title: message,
  status,
  detail: '',
  instance: '',
  code: 'unexpected',
  requestId: '',
})
