import type { EndpointName } from '../../../contract/api.ts'
import type { ApiClient } from '../../../src/lib/api.ts'
import { ApiProblem } from '../../../src/lib/api-errors.ts'
import type { Send } from '../../../src/offline/calls.ts'
import { asSend } from './device.ts'

/** An error without a problem counts as unreachable. */
export const sendThrough = (api: ApiClient): Send =>
  asSend(async (call, input, { idempotencyKey, signal }) => {
    // Every name of the contract is a function of the client; the kinds name no others.
    const make = api[call as EndpointName] as (input: object, options: object) => Promise<unknown>
    try {
      const key = idempotencyKey === undefined ? {} : { idempotencyKey }
      return { kind: 'done', output: await make(input, { ...key, signal, timeoutMs: 60_000 }) }
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.body === null) return { kind: 'unreachable' }
      return { kind: 'problem', problem: error.body }
    }
  })
