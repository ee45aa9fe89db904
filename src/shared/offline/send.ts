import { session } from '../../session/session.ts'
import type { EndpointName } from '../../../contract/api.ts'
import type { Problem } from '../../../contract/core/problem.ts'
import type { Send, SendOptions } from '../../offline/calls.ts'
import { decideNextStep, type Outcome } from '../../offline/outcome.ts'
import type { ApiClient, CallOptions } from '../../lib/api.ts'
import { ApiProblem, Unreachable } from '../../lib/api-errors.ts'
import { log } from '../../lib/log.ts'

/** The API client as src/offline uses it. `isSignedOut` separates a missing session from a token that cannot be fetched now. */
export const sendWith = (api: ApiClient, isSignedOut: () => boolean = noSession): Send => {
  const send = async (
    name: EndpointName,
    input: object,
    options: SendOptions,
  ): Promise<Outcome> => {
    const call = api[name] as (input: object, options: CallOptions) => Promise<unknown>
    const offlineBefore = isOffline()
    try {
      return { kind: 'done', output: await call(input, options) }
    } catch (error) {
      options.signal.throwIfAborted()
      const outcome = outcomeOf(error, isSignedOut, offlineBefore && isOffline())
      // Only the console reports a refusal: no message covers what the user is doing (spec 8).
      const nextStep = decideNextStep(outcome, false)
      if (nextStep.do === 'reject') log.error(`${name} was refused`, nextStep.problem)
      return outcome
    }
  }
  // `ApiClient` and `Send` derive the types of each name from the same contract.
  return send as Send
}

/** While the sign-in service does not answer, the session may still exist: the request counts as unreachable. */
const noSession = (): boolean => {
  const { mode } = session.current().identity
  return mode === 'live' || mode === 'read-only' || mode === null
}

/** `onLine` is reliable only where it is false. */
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
  // The user left or switched the organisation, which ends the page's requests.
  if (!(error instanceof DOMException)) log.error('A change could not be sent', error)
  return { kind: 'unreachable' }
}

/** A proxy answered instead of our server. */
const unnamed = ({ status, message }: ApiProblem): Problem => ({
  type: 'about:blank',
  title: message,
  status,
  detail: '',
  instance: '',
  code: 'unexpected',
  requestId: '',
})
