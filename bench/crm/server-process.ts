import { enableCompileCache } from 'node:module'
import type { ClockNews, Orders, ServerNews } from './orders.ts'

// Runs until it is killed; reports when it works, and when it only waits.
enableCompileCache()
const { openDatabase } = await import('../../server/platform/db/db.ts')
const { openClock } = await import('./clock.ts')
const { openServer } = await import('./serving.ts')
const { watchCalls } = await import('./watch-calls.ts')

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parent writes it as this type
const orders = JSON.parse(process.argv[2] ?? '') as Orders
const clock = openClock(orders.skipped)
const calls = watchCalls()
const say = (news: ServerNews): void => void process.send?.(news)
let dueAt: number | null = null
process.on('message', (news: ClockNews) => {
  clock.skipTo(news.skipped)
  ;({ dueAt } = news)
  if (news.isAnswer) calls.resume()
})
process.on('disconnect', () => process.exit(1))
const app = await openServer(await openDatabase({ url: orders.url }), orders, clock, calls.watch)
await app.listen({ port: 0, host: '127.0.0.1' })
await app.jobs.start()
say('working')

/** So long without a call the server may still work with its database, in ms. */
const quietMs = 15
setInterval(() => {
  const now = clock.now()
  const due = dueAt !== null && dueAt > now ? dueAt : Infinity
  const waitsUntil = Math.min(clock.nextEnd() ?? Infinity, due)
  if (calls.quietMs() <= quietMs || waitsUntil <= now || waitsUntil === Infinity) return
  // A call between the skip of the CRM's clock and that of this one would take the end of a limit too early.
  calls.pause()
  say({ waitsUntil })
}, 5)
