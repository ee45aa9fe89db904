import type { Demo } from '../server/main.ts'
import { seedDemoCustomers, type DemoOrganisation } from './customers.ts'
import { ensureDemoWorld } from './load.ts'
import { marketOf } from './market-clock.ts'
import { demoRoutes } from './routes.ts'
import type { WorldSize } from './world.ts'

export type DemoOptions = {
  /** The invented market of a first start; null where none is wanted. */
  world: Omit<WorldSize, 'today'> | null
  /** The organisations that may search it from the start. */
  organisations: readonly DemoOrganisation[]
  /** Its market goes on living while the server runs; without it nothing happens there by itself. */
  isLiving: boolean
}

/** The demo as a server takes it. */
export const createDemo = ({ world, organisations, isLiving }: DemoOptions): Demo => ({
  load: async ({ db, now, onProgress }) => {
    if (world === null) return
    const today = new Date(now()).toISOString().slice(0, 10)
    await ensureDemoWorld(db, { ...world, today, onProgress })
    await seedDemoCustomers(db, organisations, now())
  },
  routes: demoRoutes,
  start: ({ db, ...parts }) =>
    world !== null && isLiving ? marketOf(db, parts) : { stop: async () => {} },
})
