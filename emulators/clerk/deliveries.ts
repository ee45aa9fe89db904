import { createHmac } from 'node:crypto'
import { postWebhook, recordAttempt, RETRY_AFTER_MS, type Attempt } from '../webhook-attempts.ts'
import type { DeliveryRecord, State } from './state.ts'

const MAX_TIMER_MS = 60_000

export interface DeliveryOptions {
  state: State
  /** Saves the state; called after each attempt. */
  save: () => void
  now: () => number
  url: () => string
  secret: string
  retryAfterMs?: readonly number[]
}

export interface Deliveries {
  wake: () => void
  close: () => Promise<void>
}

/** Sends in order, signed as Svix does, and retries until the product accepts or the attempts run out. */
export function openDeliveries(options: DeliveryOptions): Deliveries {
  const { state, now, save } = options
  const waits = options.retryAfterMs ?? RETRY_AFTER_MS
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  // A receiver that was unreachable is likely back after a restart.
  for (const delivery of waiting(state)) delivery.nextAt = Math.min(delivery.nextAt, now())

  const run = async (): Promise<void> => {
    for (;;) {
      const due = waiting(state).find((delivery) => delivery.nextAt <= now())
      if (!due || closing.signal.aborted) break
      const answer = await attempt(options, due, closing.signal)
      if (closing.signal.aborted) break
      recordAttempt(due, answer, now(), waits)
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
    const next = Math.min(...waiting(state).map((delivery) => delivery.nextAt))
    if (closing.signal.aborted || next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(wake, Math.min(Math.max(next - now(), 0), MAX_TIMER_MS))
    timer.unref()
  }
  return {
    wake,
    close: async () => {
      closing.abort()
      clearTimeout(timer)
      await running
    },
  }
}

export function signature(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

function waiting(state: State): DeliveryRecord[] {
  return state.deliveries.filter((delivery) => delivery.status === 'waiting')
}

function attempt(
  { url, secret, now }: DeliveryOptions,
  { id, body }: DeliveryRecord,
  closing: AbortSignal,
): Promise<Attempt> {
  const seconds = Math.floor(now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Svix-Webhooks/1.0',
    'svix-id': id,
    'svix-timestamp': String(seconds),
    'svix-signature': signature(secret, id, seconds, body),
  }
  return postWebhook(url(), { headers, body }, closing)
}
