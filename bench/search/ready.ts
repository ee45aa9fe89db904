import { emptyCriteria } from '../../contract/search/criteria.ts'
import { openBitmaps } from '../../server/search/bitmap-engine.ts'
import { openDatabase } from '../../server/platform/db/db.ts'

// A separate process that opens the index like the server.
const [, , url = '', folder = '', today = ''] = process.argv
const db = await openDatabase({ url })
const search = await openBitmaps({ db, folder, workers: 2, today: () => today })
const { total } = await search.search({
  category: 'people',
  criteria: { ...emptyCriteria, filters: { country: ['AU'] } },
  sorting: [],
  from: 0,
  size: 25,
})
process.stdout.write(`${JSON.stringify({ total, rss: process.memoryUsage().rss })}\n`)
await search.close()
await db.close()
