import { randomBytes } from 'node:crypto'
import { missing, missingReference } from './errors.ts'
import type { EventRecord, State, Tables } from './state.ts'

export const API_VERSION = '2026-10-28.endive'
export const DAY = 86_400
export const HOUR = 3_600

export interface World {
  state: State
  keys: Keys
  settings: Settings
  /** The emulator's own address. */
  url: () => string
  clock: Clock
  /** Of the request in work, for the events that it causes. */
  request: { id: string; idempotency_key: string | null } | null
  /** Sends an event to the endpoints that want it. */
  dispatch: (event: EventRecord) => void
  save: () => void
}

export interface Keys {
  secretKey: string
  publishableKey: string
  webhookSecret: string
}

/** What an account's owner sets in Stripe's dashboard. */
export interface Settings {
  accountName: string
  accountCountry: string
  accountTaxId: string | null
  /** After the last of the retries of a failed renewal. */
  afterRetries: 'cancel' | 'unpaid' | 'past_due'
  /** Days after the first failure. */
  retryDays: readonly number[]
  /** New Zealand tax ids pay no GST to a seller abroad. */
  reverseCharge: boolean
}

export interface Clock {
  /** Milliseconds of the machine. */
  real: () => number
  /** While something happens at another time than the emulator's. */
  moment: number | null
}

export function now({ clock, state }: World): number {
  return clock.moment ?? Math.floor(clock.real() / 1000) + state.offset
}

export function at<T>(world: World, moment: number | null, run: () => T): T {
  const before = world.clock.moment
  world.clock.moment = moment
  try {
    return run()
  } finally {
    world.clock.moment = before
  }
}

/** At the time of the customer's test clock, where it has one. */
export function atTimeOf<T>(world: World, customerId: string, run: () => T): T {
  if (world.clock.moment !== null) return run()
  return at(world, testTime(world, customerId), run)
}

export function testTime({ state }: World, customerId: string): number | null {
  const clockId = state.tables.customer[customerId]?.test_clock
  const found = typeof clockId === 'string' && state.tables['test_helpers.test_clock'][clockId]
  return found ? found.frozen_time : null
}

export function newId(prefix: string): string {
  const letters = randomBytes(24).toString('base64url').replaceAll(/[-_]/g, '')
  return `${prefix}_${letters.slice(0, 24)}`
}

export function table<K extends keyof Tables>(world: World, name: K): Record<string, Tables[K]> {
  return world.state.tables[name]
}

/** Newest first. */
export function all<K extends keyof Tables>(world: World, name: K): Tables[K][] {
  return Object.values<Tables[K]>(table(world, name)).toReversed()
}

export function store<K extends keyof Tables>(
  world: World,
  name: K,
  value: Tables[K] & { id: string },
): Tables[K] {
  table(world, name)[value.id] = value
  return value
}

/** `param` names the field of a body that refers to it; absent: the address. */
export function find<K extends keyof Tables>(
  world: World,
  name: K,
  id: string,
  param?: string,
): Tables[K] {
  const rows = table(world, name)
  const found = Object.hasOwn(rows, id) ? rows[id] : undefined
  if (found) return found
  throw param === undefined ? missing(name, id) : missingReference(name, id, param)
}
