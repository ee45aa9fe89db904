import type Stripe from 'stripe'
import type { EventRecord } from './state.ts'
import { API_VERSION, DAY, newId, type World } from './world.ts'
import { render } from './render.ts'
import type { Wire } from './wire.ts'

export type EventType = Wire<Stripe.Event['type']>

const KEEP = 30 * DAY

/** Rendered now, not when it is delivered. */
export function emit(world: World, type: EventType, object: object, previous?: object): void {
  // A test clock moves billing objects, not the time of their events.
  const created = Math.floor(world.clock.real() / 1000) + world.state.offset
  const id = newId('evt')
  const event: EventRecord = {
    id,
    type,
    created,
    body: {
      id,
      object: 'event',
      api_version: API_VERSION,
      created,
      data: {
        object: render(world, object, []),
        ...(previous && { previous_attributes: previous }),
      },
      livemode: false,
      pending_webhooks: 0,
      request: world.request ?? { id: null, idempotency_key: null },
      type,
    },
  }
  world.state.events.push(event)
  const oldest = world.state.events.findIndex(({ created: at }) => at > created - KEEP)
  if (oldest > 0) world.state.events.splice(0, oldest)
  world.dispatch(event)
}

/** Applies a change and says what changed; without a difference nothing is said. */
export function change<T extends object>(
  world: World,
  type: EventType | null,
  object: T,
  apply: (object: T) => void,
): void {
  const before = structuredClone(object)
  apply(object)
  const previous: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(object)])) {
    const old: unknown = Reflect.get(before, key)
    if (JSON.stringify(old) !== JSON.stringify(Reflect.get(object, key)))
      previous[key] = old ?? null
  }
  if (type !== null && Object.keys(previous).length > 0) emit(world, type, object, previous)
}
