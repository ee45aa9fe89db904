import { enableCompileCache } from 'node:module'
import type { Orders } from './orders.ts'

// Runs until it is killed; reports when it works.
enableCompileCache()
const { openDatabase } = await import('../../server/platform/db/db.ts')
const { openClock } = await import('./clock.ts')
const { openServer } = await import('./serving.ts')

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parent writes it as this type
const orders = JSON.parse(process.argv[2] ?? '') as Orders
const clock = openClock(orders.clock)
clock.skipTo(orders.skipped)
process.on('message', (skipped) => clock.skipTo(Number(skipped)))
process.on('disconnect', () => process.exit(1))
const app = await openServer(await openDatabase({ url: orders.url }), orders, clock)
await app.listen({ port: 0, host: '127.0.0.1' })
await app.jobs.start()
process.send?.('working')
