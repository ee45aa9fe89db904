import { postWebhook, recordAttempt, RETRY_AFTER_MS, type Attempt } from '../webhook-attempts.ts'
import { signatureOf } from './signature.ts'
import type { DeliveryRecord, EventRecord, State } from './state.ts'
import { newId } from './world.ts'
import type { WebhookEndpoint } from './wire.ts'

const MAX_TIMER_MS = 60_000
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
  retryAfterMs?: readonly number[]
}

export interface Deliveries {
  dispatch: (event: EventRecord) => void
  wake: () => void
  /** Resolves once nothing is due. */
  settled: () => Promise<void>
  resend: (eventId: string) => void
  spoil: (faults: WebhookFaults | null) => void
  close: () => Promise<void>
}

/** Sends signed events and retries until the product accepts or the attempts run out. */
export function openDeliveries(options: DeliveryOptions): Deliveries {
  const { state, now, save } = options
  const waits = options.retryAfterMs ?? RETRY_AFTER_MS
  const closing = new AbortController()
  let faults: WebhookFaults | null = null
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  const waiting = (): DeliveryRecord[] =>
    state.deliveries.filter(({ status }) => status === 'waiting')
  const due = (): DeliveryRecord | undefined => {
    const ready = waiting().filter(({ nextAt }) => nextAt <= now())
    return faults?.shuffled ? ready[Math.floor(faults.random() * ready.length)] : ready[0]
  }
  const run = async (): Promise<void> => {
    for (let next = due(); next && !closing.signal.aborted; next = due()) {
      const answer = await attempt(options, next, closing.signal)
      if (closing.signal.aborted) break
      recordAttempt(next, answer, now(), waits)
      save()
    }
  }
  const wake = (): void => {
    if (closing.signal.aborted) return
    running ??= run().finally(() => {
      running = null
      scheduleNext()
    })
  }
  const scheduleNext = (): void => {
    clearTimeout(timer)
    const next = Math.min(...waiting().map(({ nextAt }) => nextAt))
    if (closing.signal.aborted || next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(wake, Math.min(Math.max(next - now(), 0), MAX_TIMER_MS))
    timer.unref()
  }
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
  // A receiver that was unreachable is likely back after a restart.
  for (const delivery of waiting()) delivery.nextAt = Math.min(delivery.nextAt, now())
  return {
    dispatch,
    wake,
    settled: async () => {
      while (due() !== undefined || running !== null) {
        wake()
        await running
      }
    },
    resend: (eventId) => {
      for (const endpoint of options.endpoints()) add(eventId, endpoint.id, false)
      wake()
    },
    spoil: (requested) => {
      faults = requested
    },
    close: async () => {
      closing.abort()
      clearTimeout(timer)
      await running
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
