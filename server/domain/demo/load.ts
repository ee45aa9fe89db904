import type { Database } from '../../platform/db.ts'
import { loadInto, type LoadCounts } from '../records/load.ts'
import { uuid } from './identifiers.ts'
import { randomOf } from './random.ts'
import { demoWorld, type WorldSize } from './world.ts'

export type DemoOptions = WorldSize & { onProgress(step: string): void }

/** Fills an empty database with the demo world and records it as an import of format 'demo'; null when there are companies already. All of it or nothing. */
export const ensureDemoWorld = async (
  db: Database,
  options: DemoOptions,
): Promise<LoadCounts | null> => {
  const known = await db.owner.selectFrom('company').select('id').limit(1).execute()
  return known.length > 0 ? null : loadDemoWorld(db, options)
}

/** The size and seed of the demo world in a database; undefined when it holds none. */
export const loadedDemoWorld = async (
  db: Database,
): Promise<Pick<WorldSize, 'companies' | 'people' | 'seed'> | undefined> => {
  const run = await db.owner
    .selectFrom('import_run')
    .select('summary')
    .where('format', '=', 'demo')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const summary = run?.summary
  if (summary === undefined || summary === null) return undefined
  const number = (key: string): number => Number(summary[key])
  return { companies: number('companies'), people: number('people'), seed: number('seed') }
}

/** Adds the demo world to what a database holds. */
export const loadDemoWorld = (db: Database, options: DemoOptions): Promise<LoadCounts> =>
  db.bulk(async (bulk) => {
    const { companies, people, seed, today, onProgress } = options
    let shown = -1
    const counts = await loadInto(bulk, demoWorld(options), (sent) => {
      const percent = Math.floor((100 * (sent.companies + sent.people)) / (companies + people))
      if (percent >= shown + 5) {
        shown = percent
        onProgress(`Demo world: ${percent} %`)
      }
    })
    await bulk.trx
      .insertInto('import_run')
      .values({
        id: uuid(randomOf(seed, 9, companies + people)),
        format: 'demo',
        file_name: `demo world, seed ${seed}`,
        finished_at: new Date(),
        summary: JSON.stringify({ companies, people, seed, today }),
      })
      .execute()
    return counts
  })
