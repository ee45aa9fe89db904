import type { ApiCall, CrmApp } from '../core/app.ts'
import { CrmRefused, type CrmWorld } from '../core/world.ts'
import { serveBatch } from './batch.ts'
import { dispatch } from './dispatch.ts'
import { badRequest, errorBody } from './errors.ts'
import type { Environment, Operation } from './operation.ts'
import { openVersions } from './versions.ts'

const base = '/api/data/v9.2'

/** All calls of the Web API; a path that is not emulated is 501. */
export const apiRoutes = (app: CrmApp, world: CrmWorld): void => {
  const environment: Environment = { world, versions: openVersions(world) }
  const protect = openProtection(world)
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const)
    app.api(method, `${base}/*`, (call) => {
      protect(call)
      environment.versions.sync()
      const path = decodeURIComponent(call.path.slice(base.length))
      if (method === 'POST' && path === '/$batch')
        return serveBatch(environment, call, ({ method: verb, target, header, text }) =>
          operationOf(world, call, { method: verb, target, header, body: parse(text) }),
        )
      const { header, body } = call
      const target = `${call.path}?${call.query.toString()}`
      return dispatch(environment, operationOf(world, call, { method, target, header, body }))
    })
}

const operationOf = (
  world: CrmWorld,
  { user }: ApiCall,
  {
    method,
    target,
    header,
    body,
  }: { method: string; target: string; header: Operation['header']; body: unknown },
): Operation => {
  const url = new URL(target, world.url())
  if (!url.pathname.startsWith(`${base}/`))
    throw badRequest('0x80060888', `Resource not found for the segment '${url.pathname}'.`)
  if (method !== 'GET' && method !== 'DELETE' && (body === null || typeof body !== 'object'))
    throw badRequest('0x80048d19', 'The body is no JSON object.')
  return {
    method,
    path: decodeURIComponent(url.pathname.slice(base.length)),
    query: url.searchParams,
    header,
    prefer: header('prefer') ?? '',
    body: { ...Object(body) },
    user,
    address: (path) => `${world.url()}${base}/${path}`,
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const requests = 6_000
const perMs = 300_000
const impatienceMs = 10_000

/** Of the user's requests, as if other apps had sent the rest. */
export const setRequestsLeft = (world: CrmWorld, left: number): void => {
  world.state.more['usedByOthers'] = Math.max(0, requests - left)
  world.buckets.clear()
}

/** Requests of a user in five minutes. Calls before the wait is over make it longer. */
const openProtection = (world: CrmWorld): ((call: ApiCall) => void) => {
  const waits = new Map<string, number>()
  return ({ user }) => {
    const now = world.now()
    const waitUntil = waits.get(user.id) ?? 0
    const others = Number(world.state.more['usedByOthers'] ?? 0)
    const budget = world.buckets.take(`user ${user.id}`, { limit: requests - others, perMs })
    if (now >= waitUntil && !budget.isRefused) return
    const until = now < waitUntil ? waitUntil + impatienceMs : budget.resetAt
    waits.set(user.id, until)
    world.calls.demandWait(until)
    throw new CrmRefused({
      status: 429,
      headers: { 'retry-after': String(Math.ceil((until - now) / 1000)) },
      body: errorBody(
        '0x80072322',
        'Number of requests exceeded the limit of 6000 over time window of 300 seconds.',
      ),
    })
  }
}
