import { accountNow } from '../../../server/credits/roll.ts'
import { demoWorld } from '../../../demo/world.ts'
import { loadWorld } from '../../../server/records/load.ts'
import { seedDemoCustomers } from '../../../demo/customers.ts'
import { openDatabase, type DatabasePlace } from '../../../server/platform/db/db.ts'
import { organisations } from './orders.ts'

/** Fills a database with people to ask for and organisations on paid plans that ask for them; resolves to the ids of the people. */
export const makeWorld = async (place: DatabasePlace, people: number): Promise<string[]> => {
  const db = await openDatabase(place)
  try {
    const today = new Date().toISOString().slice(0, 10)
    await loadWorld(db, demoWorld({ companies: 50, people, seed: 1, today }), () => {})
    await seedDemoCustomers(db, organisations, Date.now())
    for (const { id, credits } of organisations)
      await db.asOrg(id, async (trx) => {
        const { data } = await trx
          .selectFrom('subscription')
          .select('data')
          .executeTakeFirstOrThrow()
        const metadata = {
          plan_name: 'Growth',
          bucketId: 'bkt_growth',
          seats: 1,
          credits,
          periodEnd: new Date(Date.now() + 30 * 86_400_000).toISOString(),
        }
        await trx
          .updateTable('subscription')
          .set({
            data: JSON.stringify({
              ...data,
              status: 'active',
              planBucketId: 'bkt_growth',
              metadata,
            }),
          })
          .execute()
        await accountNow(trx, id, Date.now())
      })
    const rows = await db.owner.selectFrom('person').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  } finally {
    await db.close()
  }
}
