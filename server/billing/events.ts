import * as z from 'zod/mini'
import type { Database } from '../platform/db/db.ts'
import { isProblem } from '../platform/http/problem-error.ts'
import type { Payments } from '../platform/vendors/payments.ts'

const Id = z.string().check(z.minLength(1), z.maxLength(255))
const Reference = z.nullish(z.union([Id, z.object({ id: Id })]))

/** Only a hint at an organisation: what happened is requested from the provider. */
export const ProviderEvent = z.object({
  id: Id,
  type: Id,
  created: z.int(),
  data: z.object({
    object: z.object({
      id: z.optional(Id),
      object: z.string(),
      customer: Reference,
      charge: Reference,
    }),
  }),
})
export type ProviderEvent = z.infer<typeof ProviderEvent>

/** Whether prices, tax rates or the portal may have changed. */
export const isOfCatalog = ({ type }: ProviderEvent): boolean =>
  /^(?:product|price|tax_rate|billing_portal\.configuration)\./.test(type)

/** Those of ours that events concern; a dispute names only its charge. */
export const organisationsOf = async (
  db: Database,
  payments: Payments,
  events: readonly ProviderEvent[],
): Promise<string[]> => {
  const customers = new Set<string>()
  for (const event of events) {
    const customer = await customerOfEvent(payments, event)
    if (customer !== undefined) customers.add(customer)
  }
  if (customers.size === 0) return []
  const rows = await db.owner
    .selectFrom('billing_customer')
    .select('org_id')
    .where('customer_id', 'in', [...customers])
    .execute()
  return rows.map((row) => row.org_id)
}

const customerOfEvent = async (
  payments: Payments,
  { data: { object } }: ProviderEvent,
): Promise<string | undefined> => {
  if (object.object === 'customer') return object.id
  const customer = idOf(object.customer)
  const charge = idOf(object.charge)
  if (customer !== undefined || charge === undefined) return customer
  try {
    const answer = await payments.call((stripe) => stripe.charges.retrieve(charge))
    return idOf(z.parse(z.object({ customer: Reference }), answer).customer)
  } catch (error) {
    // A charge that is gone belongs to none of ours.
    if (isProblem(error, 'not-found')) return undefined
    throw error
  }
}

const idOf = (reference: z.infer<typeof Reference>): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id
