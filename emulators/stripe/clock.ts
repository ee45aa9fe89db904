import { invalid } from './errors.ts'
import { emit } from './events.ts'
import { runClock, runDue, type Actions } from './due.ts'
import { DAY, find, newId, now, store, table, type World } from './world.ts'
import { idOf, type TestClock } from './wire.ts'

/** The emulator's own clock, for all customers without a test clock. */
export function advance(world: World, actions: Actions, bySeconds: number): void {
  if (bySeconds < 0) throw invalid('The clock only goes forward.')
  world.state.offset += bySeconds
  runDue(world, actions)
}

export function newClock(world: World, frozenTime: number, name: string | null): TestClock {
  const clock = store(world, 'test_helpers.test_clock', {
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    created: now(world),
    deletes_after: now(world) + 30 * DAY,
    frozen_time: frozenTime,
    livemode: false,
    name,
    status: 'ready',
    status_details: {},
  })
  emit(world, 'test_helpers.test_clock.created', clock)
  return clock
}

/** Ready at once; Stripe takes a while. */
export function advanceClock(world: World, actions: Actions, id: string, to: number): TestClock {
  const clock = find(world, 'test_helpers.test_clock', id)
  const limit = clock.frozen_time + 2 * shortestInterval(world, id)
  if (to <= clock.frozen_time)
    throw invalid('frozen_time must be after the current frozen time.', undefined, 'frozen_time')
  if (to > limit)
    throw invalid(
      'You cannot advance a test clock more than two intervals from the current frozen time based on the shortest subscription interval.',
      undefined,
      'frozen_time',
    )
  emit(world, 'test_helpers.test_clock.advancing', { ...clock, status: 'advancing' })
  clock.frozen_time = to
  runClock(world, actions, id)
  emit(world, 'test_helpers.test_clock.ready', clock)
  return clock
}

export function deleteClock(world: World, id: string): void {
  find(world, 'test_helpers.test_clock', id)
  delete table(world, 'test_helpers.test_clock')[id]
  for (const customer of Object.values(table(world, 'customer')))
    if (idOf(customer.test_clock) === id) {
      delete table(world, 'customer')[customer.id]
      for (const name of ['subscription', 'invoice'] as const)
        for (const each of Object.values(table(world, name)))
          if (idOf(each.customer) === customer.id) delete table(world, name)[each.id]
      for (const [key, { customer: owner }] of Object.entries(world.state.due))
        if (owner === customer.id) delete world.state.due[key]
    }
}

const LENGTHS = { day: DAY, week: 7 * DAY, month: 31 * DAY, year: 366 * DAY }

function shortestInterval(world: World, clockId: string): number {
  const intervals = Object.values(table(world, 'subscription'))
    .filter(({ test_clock: clock }) => idOf(clock) === clockId)
    .flatMap(({ items }) => items.data)
    .map(
      ({ price }) =>
        LENGTHS[price.recurring?.interval ?? 'year'] * (price.recurring?.interval_count ?? 1),
    )
  return intervals.length === 0 ? LENGTHS.year : Math.min(...intervals)
}
