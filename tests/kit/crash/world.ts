import { accountNow } from '../../../server/credits/roll.ts'
import { demoWorld } from '../../../demo/world.ts'
import { seedDemoCustomers } from '../../../demo/customers.ts'
import { openDatabase, type DatabaseLocation } from '../../../server/platform/db/db.ts'
import { growthPlan } from '../fixtures/plans.ts'
import { organisations } from './orders.ts'
import { dayMs, dayOf } from '../../../contract/core/days.ts'
import { loadWorld } from '../market.ts'

export const makeWorld = async (database: DatabaseLocation, people: number): Promise<string[]> => {
  const db = await openDatabase(database)
  try {
    const today = dayOf(new Date())
    await loadWorld(db, demoWorld({ companies: 50, people, seed: 1, today }))
    await seedDemoCustomers(db, organisations, Date.now())
    for (const { id, credits } of organisations)
      await db.asOrg(id, async (trx) => {
        const { data } = await trx
          .selectFrom('subscription')
          .select('data')
          .executeTakeFirstOrThrow()
        const periodEnd = new Date(Date.now() + 30 * dayMs).toISOString()
        await trx
          .updateTable('subscription')
          .set({ data: JSON.stringify({ ...data, ...growthPlan(credits, periodEnd) }) })
          .execute()
        await accountNow(trx, id, Date.now())
      })
    const rows = await db.owner.selectFrom('person').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  } finally {
    await db.close()
  }
}
