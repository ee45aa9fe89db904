import type { BillingListener } from './sync-customer.ts'

/** Who is told of what the payment provider changes. */
export const billingListeners: readonly BillingListener[] = []
