import { sql, type Transaction } from 'kysely'
import { auditAccount } from '../../server/credits/audit.ts'
import { accountNow } from '../../server/credits/roll.ts'
import type { Database } from '../../server/platform/db/db.ts'
import type { Tables } from '../../server/platform/db/tables.ts'

export type Trx = Transaction<Tables>

export class Killed extends Error {}

/** Counted from 0, or after the last before the commit. */
export const killAtStatement = async <Result>(
  trx: Trx,
  at: number | null,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> => {
  if (at === null) return work(trx)
  let left = at
  await work(
    trx.withPlugin({
      transformQuery: ({ node }) => {
        if (left <= 0) throw new Killed()
        left -= 1
        return node
      },
      transformResult: ({ result: found }) => Promise.resolve(found),
    }),
  )
  // It survived its statements, so it dies before the commit.
  throw new Killed()
}

export const idOf = (kind: string, n: number): string =>
  `${kind.padEnd(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`

export const planCredits = 100

/** A hundred credits a month from March 2026, for ten years. */
export const newOrganisation = async (db: Database, org: string): Promise<void> => {
  await db.asOrg(org, async (trx) => {
    const plan = {
      id: 'sub',
      customer: 'cus',
      status: 'active',
      billingCountry: 'AU',
      billingCurrency: 'AUD',
      planBucketId: 'bkt_growth',
      items: { data: [] },
      plan: { product: 'prod', metadata: { plan_name: 'Growth' } },
      metadata: {
        plan_name: 'Growth',
        bucketId: 'bkt_growth',
        seats: 3,
        credits: planCredits,
        periodEnd: '2036-03-01T00:00:00.000Z',
      },
    }
    await trx
      .insertInto('subscription')
      .values({ org_id: org, data: JSON.stringify(plan) })
      .execute()
    for (const [n, user] of users.entries())
      await trx
        .insertInto('member')
        .values({
          org_id: org,
          user_id: user,
          role: 'standard',
          role_at: new Date(0),
          cap: n === 2 ? capped : null,
          disabled: n === 1 ? '["push"]' : '[]',
        })
        .execute()
    await accountNow(trx, org, monthAt(0))
  })
}

/** The second may not push; the third has a monthly cap. */
export const users = ['user_0', 'user_1', 'user_2'] as const
export const capped = 20

export const monthAt = (n: number): number => Date.UTC(2026, 2 + n, 15)

export const faultsOf = async (db: Database, org: string): Promise<string[]> => {
  const { rows } = await db.asOrg(org, (trx) =>
    sql<{ paid: number; records: number; unpaid: number; doubled: number }>`
      select (select coalesce(sum(n), 0)::int from credit_entry where org_id = ${org} and kind = 'commit') as paid,
        (select count(distinct (category, record_id))::int from unlock where org_id = ${org}) as records,
        (select count(*)::int from unlock where org_id = ${org} and entry_id is null) as unpaid,
        (select count(*)::int from (select from unlock where org_id = ${org}
          group by category, record_id having count(*) > 1) as twice) as doubled`.execute(trx),
  )
  const [found] = rows
  const faults = (await db.asOrg(org, (trx) => auditAccount(trx, org))).map(
    ({ check, found: is, wanted }) => `${check}: ${is}, not ${wanted}`,
  )
  if (found?.paid !== found?.records) faults.push(`paid ${found?.paid} for ${found?.records}`)
  if (found?.unpaid !== 0) faults.push(`${found?.unpaid} unlocked for nothing`)
  if (found?.doubled !== 0) faults.push(`${found?.doubled} unlocked twice`)
  return faults
}
