import type { Demo } from '../server/main.ts'
import { payForDemo } from './billing.ts'
import { seedDemoCustomers, type DemoOrganisation } from './customers.ts'
import { ensureDemoWorld } from './load.ts'
import { startMarket } from './market-clock.ts'
import { demoRoutes } from './routes.ts'
import type { WorldSize } from './world.ts'
import { dayOf } from '../contract/core/days.ts'

export type DemoOptions = {
  world: Omit<WorldSize, 'today'> | null
  organisations: readonly DemoOrganisation[]
  isLiving: boolean
}

export const createDemo = ({ world, organisations, isLiving }: DemoOptions): Demo => ({
  load: async ({ db, payments, now, onProgress }) => {
    if (world === null) return
    const today = dayOf(now())
    await ensureDemoWorld(db, { ...world, today, onProgress })
    await seedDemoCustomers(db, organisations, now(), async (organisation) => {
      if (payments !== null) await payForDemo({ db, payments, now }, organisation)
    })
  },
  routes: demoRoutes,
  start: ({ db, ...parts }) =>
    world !== null && isLiving ? startMarket(db, parts) : { stop: async () => {} },
})
