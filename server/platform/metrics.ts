import { Counter, Histogram, Registry } from 'prom-client'

/** Of one process since its start. No label holds an organisation, a user or an address: a label's values are few and known. */
export type Metrics = ReturnType<typeof openMetrics>

export const openMetrics = () => {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'fieldbook_http_request_duration_seconds',
      help: 'Requests by their route pattern; none for an unknown address',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers,
    }),
    jobRuns: new Counter({
      name: 'fieldbook_job_runs_total',
      help: 'Background jobs by their end: done, failed or postponed',
      labelNames: ['name', 'outcome'],
      registers,
    }),
    webhookEvents: new Counter({
      name: 'fieldbook_webhook_events_total',
      help: 'Webhooks with a valid signature: applied, or repeated',
      labelNames: ['source', 'type', 'outcome'],
      registers,
    }),
    webhookLag: new Histogram({
      name: 'fieldbook_webhook_lag_seconds',
      help: 'From an event to the arrival of its webhook',
      labelNames: ['source'],
      buckets: [1, 5, 30, 60, 300, 600, 3600],
      registers,
    }),
    webhookSignatureFailures: new Counter({
      name: 'fieldbook_webhook_signature_failures_total',
      help: 'Webhooks refused because they have no signature, an old one by our clock, or a wrong one',
      labelNames: ['source', 'reason'],
      registers,
    }),
    billingDifferences: new Counter({
      name: 'fieldbook_billing_sync_differences_total',
      help: 'Plans that Stripe had otherwise than our row',
      registers,
    }),
    stripeRequests: new Counter({
      name: 'fieldbook_stripe_requests_total',
      help: 'Answers of Stripe by their route pattern',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    pushSent: new Counter({
      name: 'fieldbook_push_sent_total',
      help: 'Push messages by the answer: sent, expired, postponed, refused (our keys) or failed',
      labelNames: ['outcome'],
      registers,
    }),
  }
}

/** /v1/customers/cus_1AbC as /v1/customers/:id. */
export const stripeRoute = (path: string): string =>
  (path.split('?')[0] ?? '')
    .split('/')
    .map((part) => (part === 'v1' || /^[a-z_]*$/.test(part) ? part : ':id'))
    .join('/')

type Source = 'clerk' | 'stripe'

/** Senders sign the time, and 300 s later the signature is invalid: `clock` may mean that ours is wrong. `signedAt` in seconds. */
export const countRefusedSignature = (
  { webhookSignatureFailures }: Pick<Metrics, 'webhookSignatureFailures'>,
  source: Source,
  signedAt: number,
  now: number,
): void => {
  const late = Math.abs(now / 1000 - signedAt) > 300
  const reason = Number.isNaN(signedAt) ? 'missing' : late ? 'clock' : 'wrong'
  webhookSignatureFailures.inc({ source, reason })
}

/** `at` is the event's own time, in ms. */
export const countWebhook = (
  { webhookEvents, webhookLag }: Pick<Metrics, 'webhookEvents' | 'webhookLag'>,
  source: Source,
  event: { type: string; at: number; outcome: 'applied' | 'repeated' },
  now: number,
): void => {
  webhookEvents.inc({ source, type: event.type, outcome: event.outcome })
  if (event.outcome === 'applied')
    webhookLag.observe({ source }, Math.max(0, now - event.at) / 1000)
}
