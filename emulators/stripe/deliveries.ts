import { openAttempts, postWebhook, type Attempt, type Attempts } from '../webhook-attempts.ts'
import { signatureOf } from './signature.ts'
import type { DeliveryRecord, EventRecord, State } from './state.ts'
import { newId } from './world.ts'
import type { WebhookEndpoint } from './wire.ts'

const MAX_FINISHED = 2_000

/** What goes wrong with events on their way; `random` is from 0 to 1. */
export interface WebhookFaults {
  /** The share that never arrives. */
  lost?: number
  /** The share that arrives twice. */
  doubled?: number
  /** Delivered in any order. */
  shuffled?: boolean
  random: () => number
}

export interface DeliveryOptions {
  state: State
  save: () => void
  now: () => number
  endpoints: () => WebhookEndpoint[]
  retryAfterMs?: readonly number[] | undefined
}

export interface Deliveries extends Attempts {
  dispatch: (event: EventRecord) => void
  resend: (eventId: string) => void
  spoil: (faults: WebhookFaults | null) => void
}

/** Sends signed events. */
export function openDeliveries(options: DeliveryOptions): Deliveries {
  const { state, now } = options
  let faults: WebhookFaults | null = null

  const attempts = openAttempts<DeliveryRecord>({
    ...options,
    waiting: () => state.deliveries.filter(({ status }) => status === 'waiting'),
    choose: (ready) =>
      faults?.shuffled ? ready[Math.floor(faults.random() * ready.length)] : ready[0],
    attempt: (delivery, closing) => attempt(options, delivery, closing),
  })
  const add = (eventId: string, endpointId: string, isLost: boolean): void => {
    const status = isLost ? 'lost' : 'waiting'
    state.deliveries.push({
      id: newId('whd'),
      eventId,
      endpointId,
      attempts: 0,
      nextAt: now(),
      status,
      answer: null,
    })
  }
  const dispatch = (event: EventRecord): void => {
    for (const endpoint of options.endpoints()) {
      if (!wants(endpoint, event.type)) continue
      add(event.id, endpoint.id, chance(faults, faults?.lost))
      if (chance(faults, faults?.doubled)) add(event.id, endpoint.id, false)
    }
    const finished = state.deliveries.filter(({ status }) => status !== 'waiting')
    const forgotten = new Set(finished.slice(0, Math.max(0, finished.length - MAX_FINISHED)))
    if (forgotten.size > 0)
      state.deliveries = state.deliveries.filter((each) => !forgotten.has(each))
  }
  return {
    ...attempts,
    dispatch,
    resend: (eventId) => {
      for (const endpoint of options.endpoints()) add(eventId, endpoint.id, false)
      attempts.wake()
    },
    spoil: (requested) => {
      faults = requested
    },
  }
}

export function wants({ enabled_events: wanted, status }: WebhookEndpoint, type: string): boolean {
  return status === 'enabled' && (wanted.includes('*') || wanted.includes(type))
}

function chance(faults: WebhookFaults | null, share = 0): boolean {
  return faults !== null && share > 0 && faults.random() < share
}

async function attempt(
  { endpoints, now, state }: DeliveryOptions,
  { eventId, endpointId }: DeliveryRecord,
  closing: AbortSignal,
): Promise<Attempt> {
  const endpoint = endpoints().find(({ id }) => id === endpointId)
  const event = state.events.find(({ id }) => id === eventId)
  if (!endpoint || !event) return { isDelivered: false, answer: 'the endpoint is deleted' }
  const pending = state.deliveries.filter(
    (each) => each.eventId === eventId && each.status === 'waiting',
  )
  const body = JSON.stringify({ ...event.body, pending_webhooks: pending.length }, null, 2)
  const seconds = Math.floor(now() / 1000)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': signatureOf(endpoint.secret ?? '', seconds, body),
  }
  return postWebhook(endpoint.url, { headers, body }, closing)
}
