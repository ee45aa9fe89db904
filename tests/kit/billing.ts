import { openPayments, type Payments } from '../../server/platform/vendors/payments.ts'
import { setUpCatalog } from '../../server/billing/set-up-catalog.ts'
import type { StripeEmulator, StripeEmulatorOptions } from '../../emulators/stripe/emulator.ts'
import { startTestApp, today, type TestApp } from './app.ts'
import { startStripe, type StartedStripe } from './stripe/start.ts'

export type BillingApp = TestApp & { stripe: StartedStripe; payments: Payments }

/** With the emulator of Stripe, whose clock is the app's, and its webhooks. The catalogue is there; nobody has a customer yet. */
export const startBillingApp = async (
  options: Omit<NonNullable<Parameters<typeof startTestApp>[0]>, 'asSold'> & {
    emulator?: StripeEmulatorOptions
  } = {},
): Promise<BillingApp> => {
  const start = Date.parse(`${today}T01:00:00Z`)
  let address = 'http://localhost'
  const stripe = await startStripe({
    now: () => start,
    webhook: { url: () => `${address}/api/webhooks/stripe` },
    ...options.emulator,
  })
  const payments = paymentsTo(stripe, () => start)
  const started = await startTestApp({
    companies: 0,
    people: 0,
    asSold: true,
    ...options,
    parts: { payments, now: () => stripe.time() * 1000, ...options.parts },
  })
  address = await started.app.listen({ port: 0, host: '127.0.0.1' })
  await setUpCatalog(started.db, payments)
  return {
    ...started,
    stripe,
    payments,
    close: async () => {
      await stripe.close()
      await started.close()
    },
  }
}

/** Of an emulator; webhooks are signed by the clock that `now` reads. */
export const paymentsTo = (emulator: StripeEmulator, now = Date.now): Payments =>
  openPayments(
    {
      secretKey: emulator.secretKey,
      publishableKey: emulator.publishableKey,
      webhookSecrets: [emulator.webhookSecret],
      tax: 'rates',
      api: emulator.connection,
      scriptUrl: emulator.scriptUrl,
    },
    now,
  )
