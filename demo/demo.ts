import type { Demo } from '../server/main.ts'
import { seedDemoBilling } from './billing.ts'
import { seedDemoCustomers, type DemoOrganisation } from './customers.ts'
import { ensureDemoWorld } from './load.ts'
import { startMarket } from './market-clock.ts'
import { helpDeskPath } from './help-desk.ts'
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
    if (payments !== null) await seedDemoBilling({ db, payments, now }, organisations)
    await seedDemoCustomers(db, organisations, now())
  },
  routes: demoRoutes,
  contactSales: helpDeskPath,
  start: ({ db, ...parts }) =>
    world !== null && isLiving ? startMarket(db, parts) : { stop: async () => {} },
})
