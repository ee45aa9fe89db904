import { createHmac } from 'node:crypto'
import type { DeliveryRecord, State } from './state.ts'

/** After the last, the event is dropped. */
const RETRY_AFTER_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000]

const ANSWER_WITHIN_MS = 15_000
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

async function attempt(
  { url, secret, now }: DeliveryOptions,
  { id, body }: DeliveryRecord,
  closing: AbortSignal,
): Promise<{ isDelivered: boolean; answer: string }> {
  const seconds = Math.floor(now() / 1000)
  try {
    const answer = await fetch(url(), {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Svix-Webhooks/1.0',
        'svix-id': id,
        'svix-timestamp': String(seconds),
        'svix-signature': signature(secret, id, seconds, body),
      },
      body,
      signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    })
    await answer.body?.cancel()
    return { isDelivered: answer.ok, answer: String(answer.status) }
  } catch (error) {
    return { isDelivered: false, answer: reasonOf(error) }
  }
}

function recordAttempt(
  delivery: DeliveryRecord,
  { isDelivered, answer }: { isDelivered: boolean; answer: string },
  now: number,
  waits: readonly number[],
): void {
  const wait = waits[delivery.attempts]
  delivery.attempts += 1
  delivery.answer = answer
  if (isDelivered) delivery.status = 'delivered'
  else if (wait === undefined) delivery.status = 'given up'
  else delivery.nextAt = now + wait
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
