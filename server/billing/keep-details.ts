import type { FastifyBaseLogger } from 'fastify'
import { customerIdOf } from './customer-id.ts'
import { handOverDetails, type Details } from './hand-over-details.ts'
import type { BillingParts } from './parts.ts'

export type DetailsKeeper = {
  /** Does not wait. What the provider misses, the nightly sync hands over. */
  handOver(orgId: string, details: Details): void
  settled(): Promise<void>
}

/** Tells the payment provider what an admin changed, for its next invoices. */
export const keepDetails = (
  parts: Pick<BillingParts, 'db'> & {
    payments: BillingParts['payments'] | null
    log?: Pick<FastifyBaseLogger, 'warn'> | undefined
  },
): DetailsKeeper => {
  const { db, payments, log } = parts
  let last: Promise<void> = Promise.resolve()
  const handOver = async (orgId: string, details: Details): Promise<void> => {
    const customer = await db.asOrg(orgId, customerIdOf)
    if (customer === null || payments === null) return
    await payments.call((stripe) => handOverDetails(stripe, customer, details))
  }
  return {
    handOver: (orgId, details) => {
      // One after the other: the later change must win.
      last = last
        .then(() => handOver(orgId, details))
        .catch((error: unknown) => log?.warn({ err: error }, 'Stripe did not take the details'))
    },
    settled: () => last,
  }
}
