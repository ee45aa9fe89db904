import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { keyReused } from '../http/idempotency.ts'
import { notFound, ProblemError } from '../http/problem-error.ts'

export const stripeVersion = '2026-10-28.endive'

const toleranceSeconds = 300

export type PaymentsConnection = {
  secretKey: string
  publishableKey: string
  /** Several during a rotation. */
  webhookSecrets: readonly string[]
  /** How GST is added. */
  tax: 'rates' | 'auto'
  /** Undefined: Stripe itself. */
  api: { host: string; port: number; protocol: 'http' } | undefined
  /** Replaces Stripe.js; undefined: Stripe's own script. */
  scriptUrl: string | undefined
}

/** The only way to the payment provider. */
export type Payments = {
  publishableKey: string
  scriptUrl: string | undefined
  tax: PaymentsConnection['tax']
  /**
   * Runs `work` with the official client; it parses what it reads. A decline rejects as `payment-declined` with the bank's reason, an
   * unavailable, overloaded or nonsensical provider and every other refusal as `unavailable`, something it does not know as
   * `not-found`; other failures are ours and pass unchanged.
   */
  call<Result>(work: (stripe: Stripe) => Promise<Result>): Promise<Result>
  /** Checks the webhook signature: the event if one of the secrets signed it within 300 s, else null. `body` is the exact bytes. */
  readEvent(body: Buffer, signature: string): Promise<Stripe.Event | null>
}

/** The client is loaded with the first call, because it takes a third of a second. */
export const openPayments = (
  connection: PaymentsConnection,
  now = Date.now,
  onAnswer?: (method: string, path: string, status: number) => void,
): Payments => {
  let client: Promise<Stripe> | undefined
  const open = async (): Promise<Stripe> => {
    const { Stripe } = await import('stripe')
    const opened = new Stripe(connection.secretKey, {
      apiVersion: stripeVersion,
      ...connection.api,
      maxNetworkRetries: 2,
      timeout: 20_000,
      telemetry: false,
      httpClient: Stripe.createFetchHttpClient(),
      appInfo: { name: 'Fieldbook' },
    })
    if (onAnswer)
      opened.on('response', (answer: { method: string; path: string; status: number }) =>
        onAnswer(answer.method, answer.path, answer.status),
      )
    return opened
  }
  const stripe = (): Promise<Stripe> => (client ??= open())
  return {
    publishableKey: connection.publishableKey,
    scriptUrl: connection.scriptUrl,
    tax: connection.tax,
    call: async (work) => {
      const opened = await stripe()
      try {
        return await work(opened)
      } catch (error) {
        throw await problemOf(error)
      }
    },
    readEvent: async (body, signature) => {
      const { webhooks } = await stripe()
      for (const secret of connection.webhookSecrets) {
        try {
          return webhooks.constructEvent(
            body,
            signature,
            secret,
            toleranceSeconds,
            undefined,
            now(),
          )
        } catch {
          continue
        }
      }
      return null
    },
  }
}

export const paymentsAway = (): ProblemError =>
  new ProblemError(
    'unavailable',
    'We can’t reach the payment service. Nothing was charged twice. Try again in a minute.',
    { retryAfterSeconds: 60 },
  )

const paymentsRefused = (cause: Error): ProblemError =>
  new ProblemError(
    'unavailable',
    'The payment service didn’t accept this. Nothing was charged. Try again later, or ask the people who run Fieldbook.',
    { retryAfterSeconds: 60, cause },
  )

/** The provider's own messages may name ids and keys; only a bank's reason reaches the customer. */
const problemOf = async (error: unknown): Promise<unknown> => {
  const { Stripe } = await import('stripe')
  const { errors } = Stripe
  if (error instanceof errors.StripeCardError)
    return new ProblemError('payment-declined', error.message)
  if (
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeAPIError ||
    error instanceof z.core.$ZodError
  )
    return paymentsAway()
  if (error instanceof errors.StripeIdempotencyError) return keyReused()
  if (error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing')
    return notFound()
  // A revoked key or a request that a later version of the provider no longer takes.
  if (error instanceof errors.StripeError) return paymentsRefused(error)
  return error
}
