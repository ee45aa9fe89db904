import { dayMs } from '../../../contract/core/days.ts'
import type { ApiCall, CrmApp } from '../core/app.ts'
import { CrmRefused, htmlPage, type CrmAnswer, type CrmWorld } from '../core/world.ts'
import { textOf } from './lists.ts'
import { notFound } from './refusals.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A path under `/api`, its price in tokens and the scopes of which one is needed. */
export type On = (
  method: Method,
  path: string,
  rule: { tokens: number; scopes: readonly string[] },
  handle: (call: ApiCall) => CrmAnswer,
) => void

/** Four seats of the smallest plan. */
const dailyTokens = 4 * 30_000
const burst = { limit: 80, perMs: 2_000 }
const searchBurst = { limit: 10, perMs: 2_000 }
/** A proxy blocks an app that ignores so many refusals. */
const patience = 20
const blockMs = 600_000

export const companyOf = ({ state }: CrmWorld): string => textOf(state.more['company']) || 'harbour'

/** What an app at its limit gets. [?] The sentence of the daily limit. */
export const throttled = (
  limit: 'calls' | 'budget',
  now: number,
): CrmAnswer & { until: number } => {
  const until = limit === 'calls' ? now + burst.perMs : nextDay(now)
  return {
    status: 429,
    until,
    body: {
      success: false,
      error: limit === 'calls' ? 'request over limit' : 'daily token budget exceeded',
      errorCode: 429,
      error_info: 'Please check developers.pipedrive.com',
    },
    headers:
      limit === 'calls'
        ? { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(burst.perMs / 1000) }
        : { 'x-daily-ratelimit-token-remaining': '0' },
  }
}

/** Counts the company's tokens and each app's burst, and checks scopes. */
export const openGate = (app: CrmApp, world: CrmWorld): On => {
  const penalty = { refused: 0, until: 0 }
  const refuse = (limit: 'calls' | 'budget'): never => {
    const answer = throttled(limit, world.now())
    penalty.refused += 1
    if (penalty.refused > patience) penalty.until = world.now() + blockMs
    world.calls.demandWait(answer.until)
    throw new CrmRefused(answer)
  }
  const spend = (call: ApiCall, tokens: number): void => {
    const now = world.now()
    if (now < penalty.until)
      throw new CrmRefused({
        status: 403,
        body: htmlPage(403),
        headers: { 'content-type': 'text/html' },
      })
    const isSearch = /\/(?:search|itemSearch)\b/.test(call.path)
    const window = world.buckets.take(call.accessToken, burst)
    call.answerHeaders['x-ratelimit-limit'] = String(burst.limit)
    call.answerHeaders['x-ratelimit-remaining'] = String(window.left)
    call.answerHeaders['x-ratelimit-reset'] = String(
      Math.max(1, Math.ceil((window.resetAt - now) / 1000)),
    )
    if (window.isRefused) refuse('calls')
    if (isSearch && world.buckets.take(`search ${call.accessToken}`, searchBurst).isRefused)
      refuse('calls')
    const budget = budgetOf(world)
    call.answerHeaders['x-daily-ratelimit-token-limit'] = String(dailyTokens)
    call.answerHeaders['x-daily-ratelimit-token-remaining'] = String(budget.left)
    if (budget.left < tokens) refuse('budget')
    penalty.refused = 0
    world.state.more['budget'] = { ...budget, left: budget.left - tokens }
    call.answerHeaders['x-daily-ratelimit-token-remaining'] = String(budget.left - tokens)
  }
  return (method, path, { tokens, scopes }, handle) =>
    app.api(method, `/:company/api${path}`, (call) => {
      if (call.param('company') !== companyOf(world)) throw notFound()
      spend(call, tokens)
      if (scopes.length > 0 && !scopes.some((scope) => call.grant.scopes.includes(scope)))
        throw new CrmRefused({
          status: 403,
          body: {
            success: false,
            error: 'Scope and URL mismatch',
            errorCode: 403,
            error_info: 'Please check developers.pipedrive.com',
          },
        })
      return handle(call)
    })
}

/** Midnight in UTC, as a data centre in UTC has it. */
export const nextDay = (now: number): number => (Math.floor(now / dayMs) + 1) * dayMs

const budgetOf = ({ state, now }: CrmWorld): { left: number; until: number } => {
  const { left, until } = Object(state.more['budget'])
  const isKnown = typeof left === 'number' && (typeof until !== 'number' || now() < until)
  return { left: isKnown ? left : dailyTokens, until: nextDay(now()) }
}
