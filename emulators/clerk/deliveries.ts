import { createHmac } from 'node:crypto'
import { openAttempts, postWebhook, type Attempt, type Attempts } from '../webhook-attempts.ts'
import type { DeliveryRecord, State } from './state.ts'

export interface DeliveryOptions {
  state: State
  save: () => void
  now: () => number
  url: () => string
  secret: string
  retryAfterMs?: readonly number[] | undefined
}

export type Deliveries = Pick<Attempts, 'wake' | 'close'>

/** Sends in order, signed as Svix does. */
export const openDeliveries = (options: DeliveryOptions): Deliveries =>
  openAttempts<DeliveryRecord>({
    ...options,
    waiting: () => options.state.deliveries.filter(({ status }) => status === 'waiting'),
    attempt: (delivery, closing) => attempt(options, delivery, closing),
  })

export function signature(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
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
