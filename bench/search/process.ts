import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { saveCompanies, withTick } from '../../server/domain/records/store.ts'
import type { SearchEngine } from '../../server/domain/search/engine.ts'
import { emptyCriteria } from '../../contract/criteria.ts'
import type { Database } from '../../server/platform/db.ts'
import { timed } from '../support/timing.ts'

/** Starts a process over an existing index and waits for its first answer: seconds from its start, and its memory in MB. */
export const startAfresh = async (
  url: string,
  folder: string,
  today: string,
): Promise<{ seconds: number; rss: number }> => {
  const started = performance.now()
  const script = fileURLToPath(new URL('ready.ts', import.meta.url))
  const child = spawn(process.execPath, [script, url, folder, today], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const seconds = (performance.now() - started) / 1000
  const { rss } = JSON.parse(line.toString()) as { rss: number }
  if (child.exitCode === null) await once(child, 'exit')
  return { seconds, rss: rss / 2 ** 20 }
}

/** The slowest of five changes: seconds from its commit until a search finds it. */
export const timeUpdates = async (db: Database, search: SearchEngine): Promise<number> => {
  const rows = await db.owner.selectFrom('company').select('doc').orderBy('id').limit(5).execute()
  const times: number[] = []
  for (const [index, { doc }] of rows.entries()) {
    const name = `Zephyrine Benchmark ${index}`
    await withTick(db, (trx, seq) => saveCompanies(trx, [{ ...doc, name }], seq))
    const found = async (): Promise<boolean> => {
      const criteria = { ...emptyCriteria, search: name }
      const found = await search.search({
        category: 'company',
        criteria,
        sorting: [],
        from: 0,
        size: 1,
      })
      return found.total > 0
    }
    times.push(
      await timed(async () => {
        while (!(await found())) await new Promise((resolve) => setTimeout(resolve, 5))
      }),
    )
  }
  return Math.max(...times) / 1000
}
