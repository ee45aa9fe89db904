import type { ApiCall } from '../core/app.ts'
import { CrmRefused, type CrmAnswer, type CrmWorld } from '../core/world.ts'
import { errorBody } from './refusals.ts'

export type Bucket = 'calls' | 'associations' | 'search'

/** Of an app on the marketplace, in each account. */
const windows = {
  calls: { limit: 110, perMs: 10_000 },
  associations: { limit: 110, perMs: 10_000 },
  search: { limit: 5, perMs: 1_000 },
}

export const timeZone = 'Australia/Sydney'
const dailyCalls = 650_000
const halfHourMs = 30 * 60_000

/** Counts a call; a search has no headers, and no refusal says when to come back. */
export const spend = (world: CrmWorld, call: ApiCall, bucket: Bucket): void => {
  const { limit, perMs } = windows[bucket]
  const { isRefused, left, resetAt } = world.buckets.take(bucket, { limit, perMs })
  if (bucket !== 'search') {
    call.answerHeaders['x-hubspot-ratelimit-max'] = String(limit)
    call.answerHeaders['x-hubspot-ratelimit-remaining'] = String(left)
    call.answerHeaders['x-hubspot-ratelimit-interval-milliseconds'] = String(perMs)
  }
  if (isRefused) refuse(world, bucket === 'search' ? 'SECONDLY' : 'TEN_SECONDLY_ROLLING', resetAt)
  const today = leftToday(world)
  if (today === 0) refuse(world, 'DAILY', nextHalfHour(world.now()))
  setLeftToday(world, today - 1)
}

export const setLeftToday = (world: CrmWorld, left: number): void => {
  world.state.more['today'] = { left, until: nextMidnight(world.now()) }
}

/** For a fault: as at the limit. */
export const throttled = (
  limit: 'calls' | 'budget',
  now: number,
): CrmAnswer & { until: number } => ({
  ...tooMany(limit === 'calls' ? 'TEN_SECONDLY_ROLLING' : 'DAILY'),
  until: limit === 'calls' ? now + windows.calls.perMs : nextHalfHour(now),
})

const leftToday = ({ state, now }: CrmWorld): number => {
  const { left, until } = Object(state.more['today'])
  return typeof left === 'number' && typeof until === 'number' && now() < until ? left : dailyCalls
}

const refuse = (world: CrmWorld, policy: string, until: number): never => {
  world.calls.demandWait(until)
  throw new CrmRefused(tooMany(policy))
}

const tooMany = (policyName: string): CrmAnswer => ({
  status: 429,
  body: {
    ...errorBody(
      'RATE_LIMITS',
      `You have reached your ${policyName === 'DAILY' ? 'daily' : policyName.toLowerCase()} limit.`,
    ),
    errorType: 'RATE_LIMIT',
    policyName,
  },
})

/** A refusal does not say the account's time zone. Midnight falls on a full hour or a half, so a call then is not early. */
const nextHalfHour = (now: number): number => (Math.floor(now / halfHourMs) + 1) * halfHourMs

/** Of the account. */
const nextMidnight = (now: number): number => {
  let at = nextHalfHour(now)
  while (clock.format(at) !== '00:00') at += halfHourMs
  return at
}

const clock = new Intl.DateTimeFormat('en-AU', {
  timeZone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
