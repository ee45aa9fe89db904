import { demoWorld } from '../../demo/world.ts'
import { createIndexThreads } from '../../server/search/index-threads.ts'
import { createRebuilder } from '../../server/search/rebuilder.ts'
import { dataBytes } from '../../server/search/segment.ts'
import { percentile } from '../support/timing.ts'
import { mixOf } from './mix.ts'
import { allOf, timeEngine } from './sides.ts'

// A separate process: indexes a market of another size from the generator, without a database.
const [, , companies = '', people = '', seed = '', today = ''] = process.argv
const size = {
  companies: Number(companies),
  people: Number(people),
  seed: Number(seed),
  today,
}
const workers = 2
const rebuilder = createRebuilder(workers, { today })
for (const item of demoWorld(size))
  if ('company' in item) rebuilder.companies([JSON.stringify(item.company)])
  else rebuilder.people([JSON.stringify(item.person)])
const { fresh } = rebuilder.finish()
const index = createIndexThreads(workers, (error) => {
  throw error
})
await index.write('replace', fresh)
const side = await timeEngine(index, await mixOf(index))
const bytes = Object.values(fresh)
  .flat()
  .reduce((sum, memory) => sum + dataBytes(memory), 0)
const samples = allOf(side)
const figures = { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95), bytes }
process.stdout.write(`${JSON.stringify({ ...figures, rps: side.rps })}\n`)
await index.stop()
