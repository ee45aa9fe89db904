import { matchJob, matchWorker } from '../../server/uploads/match-rows.ts'
import { openDatabase } from '../../server/platform/db/db.ts'

// A separate process that matches uploads like the server's worker. The first two are small, since a fresh server grows with
// whatever it does first.
const [, , url = '', orgId = '', ...all] = process.argv
const db = await openDatabase({ url })
const worker = matchWorker({ db })
const mega = (): number => process.memoryUsage().rss / 2 ** 20
const match = (id: string): Promise<void> =>
  worker.run({ orgId, kind: matchJob, id, claims: 1, failures: 0, holder: id })
for (const id of all.slice(0, 2)) await match(id)
const before = mega()
let peak = before
const watch = setInterval(() => {
  peak = Math.max(peak, mega())
}, 50)
let lag = 0
let last = performance.now()
const ticks = setInterval(() => {
  const now = performance.now()
  lag = Math.max(lag, now - last - 10)
  last = now
}, 10)
const started = performance.now()
for (const id of all.slice(2)) await match(id)
const seconds = (performance.now() - started) / 1000
clearInterval(watch)
clearInterval(ticks)
await db.close()
process.stdout.write(
  `${JSON.stringify({ seconds, grown: peak - before, lag, cpu: process.cpuUsage().user / 1e6 })}\n`,
)
