import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '../platform/db/db.ts'
import type { Payments } from '../platform/vendors/payments.ts'
import { ProviderEvent } from './events.ts'

/** The provider's events since `from` (seconds since 1970), and those of them that no webhook brought. */
export const eventsSince = async (
  db: Database,
  payments: Payments,
  from: number,
): Promise<{ all: ProviderEvent[]; unheard: ProviderEvent[] }> => {
  const all = z.parse(
    z.array(ProviderEvent),
    await payments.call((stripe) =>
      stripe.events
        .list({ created: { gte: Math.floor(from) }, limit: 100 })
        .autoPagingToArray({ limit: 10_000 }),
    ),
  )
  const received = await db.owner
    .selectFrom('webhook_event')
    .select('id')
    .where('source', '=', 'stripe')
    .where(sql<boolean>`id = any(${all.map(({ id }) => id)}::text[])`)
    .execute()
  const known = new Set(received.map(({ id }) => id))
  return { all, unheard: all.filter(({ id }) => !known.has(id)) }
}
