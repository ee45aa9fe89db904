import { at, now, table, type World } from './world.ts'

export type Action =
  | 'finalize-invoice'
  | 'retry-invoice'
  | 'renew'
  | 'end-trial'
  | 'announce-trial-end'
  | 'announce-renewal'
  | 'expire-incomplete'
  | 'cancel'
  | 'expire-update'
  | 'expire-session'
  | 'next-phase'
  | 'finish-refund'

type Due = World['state']['due'][string]
export type Actions = Record<Action, (world: World, id: string) => void>

/** Null forgets it. */
export function plan(
  world: World,
  action: Action,
  id: string,
  at: number | null,
  customer: string | null,
): void {
  const key = `${action}/${id}`
  if (at === null) delete world.state.due[key]
  else world.state.due[key] = { at, action, id, customer }
}

/** All that is due by the emulator's clock, each at its own moment. */
export function runDue(world: World, actions: Actions): void {
  const isOurs = (customer: string | null): boolean => clockOf(world, customer) === null
  run(world, actions, isOurs, now(world))
}

export function runClock(world: World, actions: Actions, clockId: string): void {
  const clock = table(world, 'test_helpers.test_clock')[clockId]
  const isOurs = (customer: string | null): boolean => clockOf(world, customer) === clockId
  if (clock) run(world, actions, isOurs, clock.frozen_time)
}

/** Of the emulator's clock. */
export function nextDue(world: World): number | null {
  const times = Object.values(world.state.due)
    .filter(({ customer }) => clockOf(world, customer) === null)
    .map(({ at: time }) => time)
  return times.length === 0 ? null : Math.min(...times)
}

function run(
  world: World,
  actions: Actions,
  isOurs: (customer: string | null) => boolean,
  until: number,
): void {
  for (;;) {
    let next: [string, Due] | undefined
    for (const entry of Object.entries(world.state.due))
      if (
        entry[1].at <= until &&
        (!next || isBefore(entry[1], next[1])) &&
        isOurs(entry[1].customer)
      )
        next = entry
    if (!next) return
    const [key, { at: time, action, id }] = next
    delete world.state.due[key]
    at(world, time, () => actions[action as Action](world, id))
  }
}

/** A renewal bills the phase that begins with it. */
function isBefore(a: Due, b: Due): boolean {
  if (a.at !== b.at) return a.at < b.at
  return a.action === 'next-phase' && b.action !== 'next-phase'
}

function clockOf(world: World, customer: string | null): string | null {
  const clock = customer === null ? null : table(world, 'customer')[customer]?.test_clock
  return typeof clock === 'string' ? clock : null
}
