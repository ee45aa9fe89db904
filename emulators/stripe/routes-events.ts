import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { Router } from './call.ts'
import { ACTIONS } from './actions.ts'
import { advanceClock, deleteClock, newClock } from './clock.ts'
import { missing } from './errors.ts'
import { page, within } from './lists.ts'
import { mergeMetadata } from './metadata.ts'
import { accepts, flag, int, metadata, paging, range, text, texts } from './params.ts'
import { all, API_VERSION, find, newId, now, store, table, type World } from './world.ts'
import type { WebhookEndpoint } from './wire.ts'

export function eventRoutes(on: Router): void {
  on('GET', '/v1/events/:id', accepts<Stripe.EventRetrieveParams>()({}, {}), ({ world, id }) => {
    const event = world.state.events.find((each) => each.id === id)
    if (!event) throw missing('event', id)
    return event.body
  })
  on(
    'GET',
    '/v1/events',
    accepts<Stripe.EventListParams>()(
      {},
      { ...paging, created: range, delivery_success: flag, type: text, types: texts },
    ),
    ({ world, params }) => {
      const { created, delivery_success: wanted, type, types } = params
      const rows = world.state.events.filter(
        (event) =>
          within(event.created, created) &&
          (type === undefined || event.type === type) &&
          (!types || types.includes(event.type)) &&
          (wanted === undefined || isDelivered(world, event.id) === wanted),
      )
      const list = page(rows.toReversed(), params, '/v1/events')
      return { ...list, data: list.data.map(({ body }) => body) }
    },
  )
}

export function endpointRoutes(on: Router): void {
  on(
    'POST',
    '/v1/webhook_endpoints',
    accepts<Stripe.WebhookEndpointCreateParams>()(
      { enabled_events: texts, url: text },
      { api_version: text, description: text, metadata },
    ),
    ({ world, params }) => {
      const secret = ['whsec', randomBytes(16).toString('hex')].join('_')
      const { url, enabled_events, description = null, metadata: given } = params
      return newEndpoint(world, {
        url,
        enabled_events,
        description,
        secret,
        metadata: mergeMetadata({}, given),
      })
    },
  )
  on(
    'GET',
    '/v1/webhook_endpoints',
    accepts<Stripe.WebhookEndpointListParams>()({}, paging),
    ({ world, params }) =>
      page(all(world, 'webhook_endpoint').map(hideSecret), params, '/v1/webhook_endpoints'),
  )
  on('GET', '/v1/webhook_endpoints/:id', accepts<object>()({}, {}), ({ world, id }) =>
    hideSecret(find(world, 'webhook_endpoint', id)),
  )
  on(
    'POST',
    '/v1/webhook_endpoints/:id',
    accepts<Stripe.WebhookEndpointUpdateParams>()(
      {},
      { disabled: flag, enabled_events: texts, url: text },
    ),
    ({ world, id, params }) => {
      const endpoint = find(world, 'webhook_endpoint', id)
      if (params.disabled !== undefined) endpoint.status = params.disabled ? 'disabled' : 'enabled'
      if (params.enabled_events) endpoint.enabled_events = params.enabled_events
      if (params.url !== undefined) endpoint.url = params.url
      return hideSecret(endpoint)
    },
  )
  on('DELETE', '/v1/webhook_endpoints/:id', accepts<object>()({}, {}), ({ world, id }) => {
    find(world, 'webhook_endpoint', id)
    delete table(world, 'webhook_endpoint')[id]
    return { id, object: 'webhook_endpoint', deleted: true }
  })
}

export function clockRoutes(on: Router): void {
  const base = '/v1/test_helpers/test_clocks'
  on(
    'POST',
    base,
    accepts<Stripe.TestHelpers.TestClockCreateParams>()({ frozen_time: int }, { name: text }),
    ({ world, params }) => newClock(world, params.frozen_time, params.name ?? null),
  )
  on(
    'GET',
    base,
    accepts<Stripe.TestHelpers.TestClockListParams>()({}, paging),
    ({ world, params }) => page(all(world, 'test_helpers.test_clock'), params, base),
  )
  on('GET', `${base}/:id`, accepts<object>()({}, {}), ({ world, id }) =>
    find(world, 'test_helpers.test_clock', id),
  )
  on(
    'POST',
    `${base}/:id/advance`,
    accepts<Stripe.TestHelpers.TestClockAdvanceParams>()({ frozen_time: int }, {}),
    ({ world, id, params }) => advanceClock(world, ACTIONS, id, params.frozen_time),
  )
  on('DELETE', `${base}/:id`, accepts<object>()({}, {}), ({ world, id }) => {
    deleteClock(world, id)
    return { id, object: 'test_helpers.test_clock', deleted: true }
  })
}

export function newEndpoint(
  world: World,
  fields: Partial<WebhookEndpoint> & { url: string },
): WebhookEndpoint {
  const { url, enabled_events = ['*'], secret, description = null, metadata = {}, id } = fields
  return store(world, 'webhook_endpoint', {
    id: id ?? newId('we'),
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: now(world),
    description,
    enabled_events,
    livemode: false,
    metadata,
    ...(secret !== undefined && { secret }),
    status: 'enabled',
    url,
  })
}

// Shown once, when it is made.
function hideSecret(endpoint: WebhookEndpoint): WebhookEndpoint {
  const { secret: _, ...rest } = endpoint
  return rest
}

function isDelivered({ state }: World, eventId: string): boolean {
  return state.deliveries
    .filter((each) => each.eventId === eventId)
    .every(({ status }) => status === 'delivered')
}
