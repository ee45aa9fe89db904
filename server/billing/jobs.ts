import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import { abandonJob, enqueue, type Worker } from '../platform/db/queue.ts'
import type { Database } from '../platform/db/db.ts'
import { billingSetting, storeBillingSetting } from './catalog.ts'
import { creditsOf } from './paid-periods.ts'
import { ProviderInvoice } from './provider-state.ts'
import { organisationsOf } from './events.ts'
import { syncCustomer, type SyncParts } from './sync-customer.ts'
import { eventsSince } from './events-since.ts'

/** Asks the provider about one organisation. */
export const billingJob = 'billing'

const hourSeconds = 3600

export const enqueueBilling = (db: Database, orgId: string): Promise<void> =>
  db.asOrg(orgId, (trx) => enqueue(trx, { orgId, kind: billingJob, id: uuidv7() }))

/** One answer serves all jobs that wait; what happens later enqueues its own. */
export const billingWorker = (parts: SyncParts): Worker => ({
  run: async ({ orgId, id }) => {
    await parts.db.asOrg(orgId, (trx) =>
      trx
        .deleteFrom('job')
        .where('kind', '=', billingJob)
        .where('id', '<>', id)
        .where('holder', 'is', null)
        .execute(),
    )
    await syncCustomer(parts, orgId)
  },
  // The next sweep asks again.
  giveUp: (job) =>
    parts.db.asOrg(job.orgId, async (trx) => {
      await trx.updateTable('billing_customer').set({ synced_at: null }).execute()
      await abandonJob(trx, job)
    }),
})

/** At start and every hour: what no webhook brought, and add-on invoices that are unpaid after an hour. */
export const sweepBilling = async (parts: SyncParts): Promise<void> => {
  const due = await dueOrganisations(parts.db)
  for (const orgId of due) await enqueueBilling(parts.db, orgId)
  await enqueueUnheard(parts, new Set(due))
  await voidForgottenCredits(parts)
}

/** To be asked again, not asked for a day, or within two days of a renewal and not asked for an hour. */
const dueOrganisations = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ org_id: string }>`
    select c.org_id from billing_customer c left join subscription s on s.org_id = c.org_id
    where c.synced_at is null or c.synced_at < now() - interval '1 day'
      or (c.synced_at < now() - interval '1 hour'
        and (s.data->'metadata'->>'periodEnd')::timestamptz
          between now() - interval '2 days' and now() + interval '2 days')`.execute(db.owner)
  return rows.map((row) => row.org_id)
}

/** Those whose events no webhook brought since the last seen one. The first time everybody is due anyway. */
const enqueueUnheard = async (
  { db, payments, now }: SyncParts,
  enqueued: ReadonlySet<string>,
): Promise<void> => {
  const seen = Number((await billingSetting(db.owner, 'event')) ?? now() / 1000)
  const { all, unheard } = await eventsSince(db, payments, Math.floor(seen) - hourSeconds)
  for (const orgId of await organisationsOf(db, payments, unheard))
    if (!enqueued.has(orgId)) await enqueueBilling(db, orgId)
  const newest = Math.max(seen, ...all.map(({ created }) => created))
  await storeBillingSetting(db.owner, 'event', String(Math.floor(newest)))
}

/** So that no late press charges for a purchase that its buyer has forgotten. */
const voidForgottenCredits = async ({ payments, now, log }: SyncParts): Promise<void> => {
  const open = await payments.call((stripe) =>
    stripe.invoices
      .list({
        status: 'open',
        created: { lt: Math.floor(now() / 1000) - hourSeconds },
        limit: 100,
        expand: ['data.payments'],
      })
      .autoPagingToArray({ limit: 10_000 }),
  )
  for (const invoice of z.parse(z.array(ProviderInvoice), open)) {
    if (creditsOf(invoice) === 0 || invoice.parent?.subscription_details) continue
    await payments
      .call((stripe) => stripe.invoices.voidInvoice(invoice.id))
      .catch((error: unknown) =>
        log?.error({ err: error, invoice: invoice.id }, 'an unpaid invoice stays open'),
      )
  }
}
