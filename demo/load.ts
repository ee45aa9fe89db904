import { sql } from 'kysely'
import type { Bulk, Database } from '../server/platform/db/db.ts'
import { loadInto, type LoadCounts } from '../server/records/load.ts'
import { holdClock, nextTick } from '../server/records/store.ts'
import { addBacklog } from './backlog.ts'
import { sources } from './companies.ts'
import { uuid } from './identifiers.ts'
import { randomOf } from './random.ts'
import { demoWorld, type WorldSize } from './world.ts'

export type LoadOptions = WorldSize & { onProgress(step: string): void }

/** Fills an empty database in one transaction; null when there are companies already. */
export const ensureDemoWorld = async (
  db: Database,
  options: LoadOptions,
): Promise<LoadCounts | null> => {
  const known = await db.owner.selectFrom('company').select('id').limit(1).execute()
  if (known.length === 0) return db.bulk((bulk) => loadDemoWorld(bulk, options))
  const loaded = await loadedDemoWorld(db)
  if (loaded !== undefined && loaded.backlog === null) await catchUp(db, loaded, options)
  return null
}

/** For a market that was loaded before the demo had past signals. */
const catchUp = async (
  db: Database,
  { seed }: LoadedWorld,
  { today, onProgress }: LoadOptions,
): Promise<void> => {
  onProgress('Writing what happened in the demo world')
  await db.bulk(async ({ trx }) => {
    await holdClock(trx)
    const backlog = await addBacklog(trx, { seed, today })
    await sql`update import_run set summary = summary || ${JSON.stringify({ backlog })}::jsonb
      where format = 'demo'`.execute(trx)
  })
}

/** `backlog` is the number of past signals; null before they exist. */
export type LoadedWorld = WorldSize & { seq: string; backlog: number | null }

export const loadedDemoWorld = async (db: Database): Promise<LoadedWorld | undefined> => {
  const run = await db.owner
    .selectFrom('import_run')
    .select('summary')
    .where('format', '=', 'demo')
    .executeTakeFirst()
  const summary = run?.summary
  if (summary === undefined || summary === null) return undefined
  const number = (key: string): number => Number(summary[key])
  return {
    companies: number('companies'),
    people: number('people'),
    seed: number('seed'),
    today: String(summary['today']),
    seq: String(summary['seq']),
    backlog: summary['backlog'] === undefined ? null : number('backlog'),
  }
}

/** In one transaction; keeps records that an import has changed. */
export const replaceDemoWorld = (db: Database, options: LoadOptions): Promise<LoadCounts> =>
  db.bulk(async (bulk) => {
    options.onProgress('Removing the old demo world')
    await removeWorld(bulk)
    await bulk.trx.deleteFrom('import_run').where('format', '=', 'demo').execute()
    return loadDemoWorld(bulk, options)
  })

export const loadDemoWorld = async (bulk: Bulk, options: LoadOptions): Promise<LoadCounts> => {
  const { companies, people, seed, today, onProgress } = options
  let shown = -1
  const counts = await loadInto(bulk, demoWorld(options), (sent) => {
    const percent = Math.floor((100 * (sent.companies + sent.people)) / (companies + people))
    if (percent < shown + 5) return
    shown = percent
    onProgress(`Demo world: ${percent}%`)
  })
  const { seq } = await bulk.trx.selectFrom('record_clock').select('seq').executeTakeFirstOrThrow()
  // The same seed gives the same ids: a removed record may return at once.
  for (const [category, table] of [
    ['company', 'company'],
    ['people', 'person'],
  ] as const)
    await sql`delete from record_removed where category = ${category}
      and id in (select id from ${sql.table(table)} where seq = ${seq}::bigint)`.execute(bulk.trx)
  onProgress('Writing what happened in the demo world')
  const backlog = await addBacklog(bulk.trx, { seed, today })
  await bulk.trx
    .insertInto('import_run')
    .values({
      id: uuid(randomOf(seed, 9, Number(seq))),
      format: 'demo',
      file_name: `demo world, seed ${seed}`,
      finished_at: new Date(),
      summary: JSON.stringify({ companies, people, seed, today, seq, backlog }),
    })
    .execute()
  return counts
}

/** Records whose facts all come from the demo's own sources, which includes later changes by the market. */
const removeWorld = async ({ trx }: Bulk): Promise<void> => {
  const seq = await nextTick(trx)
  const invented = sql`not exists (
    select from jsonb_each(doc->'provenance') as fact where fact.value->>'source' <> all(${[...sources]}::text[]))`
  await sql`
    with gone as (delete from person where ${invented} returning id)
    insert into record_removed (category, id, seq)
    select 'people', id, ${seq}::bigint from gone
    on conflict (category, id) do update set seq = excluded.seq`.execute(trx)
  // Keeps a company with imported people or changes.
  await sql`
    with gone as (
      delete from company where ${invented}
        and not exists (select from person where person.company_id = company.id) returning id)
    insert into record_removed (category, id, seq)
    select 'company', id, ${seq}::bigint from gone
    on conflict (category, id) do update set seq = excluded.seq`.execute(trx)
  const removed = sql`(select id from record_removed where seq = ${seq}::bigint)`
  await sql`
    with gone as (
      delete from signal where company_id in ${removed} or person_id in ${removed} returning id)
    delete from agent_signal where run_id is null and signal_id in (select id from gone)`.execute(
    trx,
  )
}
