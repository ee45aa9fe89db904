import { dayMs } from '../../../contract/core/days.ts'
import type { ApiCall, CrmApp } from '../core/app.ts'
import { CrmRefused, type CrmAnswer, type CrmWorld } from '../core/world.ts'
import { errorAnswer, refuse } from './errors.ts'

type Method = 'GET' | 'POST' | 'PATCH'

/** A path under the API's version. */
export type On = (method: Method, path: string, handle: (call: ApiCall) => CrmAnswer) => void

export const dataPath = '/services/data/v67.0'

const dailyCalls = 100_000

/** Counts the calls of 24 hours, checks scopes, and answers at the emulator's own time. */
export const openGate =
  (app: CrmApp, world: CrmWorld): On =>
  (method, path, handle) =>
    app.api(method, `${dataPath}${path}`, (call) => {
      const isRefused = spend(call, world)
      if (isRefused) {
        world.calls.demandWait(world.now() + 3_600_000)
        throw new CrmRefused(
          errorAnswer(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.'),
        )
      }
      if (!call.grant.scopes.includes('api'))
        throw refuse(403, 'INSUFFICIENT_ACCESS', 'This session is not valid for use with the API')
      return handle(call)
    })

/** What other apps of the organisation used counts too. */
export const setCallsLeft = (world: CrmWorld, left: number): void => {
  world.state.more['usedByOthers'] = Math.max(0, dailyCalls - left)
  world.buckets.clear()
}

const spend = (call: ApiCall, world: CrmWorld): boolean => {
  const others = Number(world.state.more['usedByOthers'] ?? 0)
  const { isRefused, left } = world.buckets.take('day', {
    limit: Math.max(0, dailyCalls - others),
    perMs: dayMs,
  })
  call.answerHeaders['sforce-limit-info'] = `api-usage=${dailyCalls - left}/${dailyCalls}`
  call.answerHeaders['date'] = new Date(world.now()).toUTCString()
  return isRefused
}

/** A JSON object; anything else is refused as Salesforce does. */
export const bodyOf = ({ body }: ApiCall): Record<string, unknown> => {
  if (body !== null && typeof body === 'object' && !Array.isArray(body)) return { ...body }
  throw refuse(400, 'JSON_PARSER_ERROR', 'Unexpected character at [line:1, column:1]')
}
