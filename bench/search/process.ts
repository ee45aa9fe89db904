import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { saveCompanies, withTick } from '../../server/records/store.ts'
import type { WorldSize } from '../../demo/world.ts'
import type { SearchEngine } from '../../server/search/engine.ts'
import { emptyCriteria } from '../../contract/search/criteria.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { measureMs } from '../support/timing.ts'

/** Seconds to the first answer, and memory in MB. */
export const startAfresh = async (
  url: string,
  folder: string,
  today: string,
): Promise<{ seconds: number; rss: number }> => {
  const started = performance.now()
  let seconds = NaN
  const output = await runScript('ready.ts', [url, folder, today], () => {
    seconds = (performance.now() - started) / 1000
  })
  const { rss } = JSON.parse(output) as { rss: number }
  return { seconds, rss: rss / 2 ** 20 }
}

export type Grown = { p50: number; p95: number; rps: number; bytes: number }

export const measureOtherSize = async (size: WorldSize): Promise<Grown> => {
  const { companies, people, seed, today } = size
  const output = await runScript(
    'growth.ts',
    [companies, people, seed, today].map(String),
    () => {},
  )
  return JSON.parse(output) as Grown
}

/** Calls `first` at the script's first output. */
const runScript = async (script: string, args: string[], first: () => void): Promise<string> => {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, ['--max-old-space-size=12000', path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.once('data', first)
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${script} ended with code ${code}.`)
  return output
}

/** Seconds from commit until a search finds it; the slowest of five. */
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
      await measureMs(async () => {
        while (!(await found())) await new Promise((resolve) => setTimeout(resolve, 5))
      }),
    )
  }
  return Math.max(...times) / 1000
}
