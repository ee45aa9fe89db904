import type { ApiCall, CrmApp } from '../core/app.ts'
import { CrmRefused, type CrmAnswer, type CrmWorld } from '../core/world.ts'
import { costOf } from './lists.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A path under `/v2`, and the scope that it needs; null: none. */
export type On = (
  method: Method,
  path: string,
  scope: string | null,
  handle: (call: ApiCall) => CrmAnswer,
) => void

/** Shared by all apps of a team, a minute. */
const teamBudget = 600

export const endOfMinute = (now: number): number => (Math.floor(now / 60_000) + 1) * 60_000

/** Counts the team's calls by the minute and checks scopes. */
export const openGate = (app: CrmApp, world: CrmWorld): On => {
  let spent = { until: 0, cost: 0 }
  const spend = (call: ApiCall): void => {
    const cost = costOf(Number(call.query.get('page') ?? 1))
    const until = endOfMinute(world.now())
    if (spent.until !== until) spent = { until, cost: 0 }
    const isOver = spent.cost + cost > teamBudget
    if (!isOver) spent.cost += cost
    call.answerHeaders['x-ratelimit-endpoint-cost'] = String(cost)
    call.answerHeaders['x-ratelimit-remaining-minute'] = String(teamBudget - spent.cost)
    if (!isOver) return
    world.calls.demandWait(until)
    throw new CrmRefused({ status: 429, body: { error: 'Rate limit exceeded' } })
  }
  return (method, path, scope, handle) =>
    app.api(method, `/v2${path}`, (call) => {
      spend(call)
      if (scope !== null && !call.grant.scopes.includes(scope))
        throw new CrmRefused({ status: 403, body: { error: `Missing scope: ${scope}` } })
      return handle(call)
    })
}

export const notFound = (): CrmRefused =>
  new CrmRefused({ status: 404, body: { error: 'Resource not found' } })

export const invalid = (errors: Readonly<Record<string, readonly string[]>>): CrmRefused =>
  new CrmRefused({ status: 422, body: { errors } })

/** Also of a form, whose lists and objects are written with brackets. */
export const bodyOf = ({ body, form }: ApiCall): Record<string, unknown> => {
  if (body !== null && typeof body === 'object' && !Array.isArray(body)) return { ...body }
  const values: Record<string, unknown> = {}
  for (const name of new Set(form.keys())) {
    const [, base = name, key] = /^([^[]+)\[([^\]]*)\]$/.exec(name) ?? []
    if (key === undefined) values[base] = form.get(name)
    else if (key === '') values[base] = form.getAll(name)
    else values[base] = { ...Object(values[base]), [key]: form.get(name) }
  }
  return values
}

/** A parameter that the emulator does not know is refused. */
export const refuseUnknown = (
  body: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): void => {
  for (const name of Object.keys(body))
    if (!known.has(name))
      throw new CrmRefused({ status: 501, body: { error: `Not emulated: parameter ${name}` } })
}
