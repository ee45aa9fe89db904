import { sql } from 'kysely'
import type { Installation } from '../../contract/org/installation.ts'
import { listFlags } from '../flags.ts'
import type { Database } from '../platform/db/db.ts'
import { readClock } from '../records/store.ts'
import type { Disk } from './figures.ts'
import type { SearchEngine } from '../search/engine.ts'
import { runningProcesses } from './reports.ts'

export type StatusParts = {
  db: Database
  version: string
  build(): string
  search: Pick<SearchEngine, 'tick'>
  disk(): Promise<Disk>
}

/** What the page Installation shows. */
export const readStatus = async (parts: StatusParts): Promise<Installation> => {
  const { db, version } = parts
  return {
    version,
    build: parts.build(),
    node: process.version,
    database: db.kind === 'pglite' ? 'embedded' : 'postgres',
    processes: (await runningProcesses(db)).map(processView),
    jobs: await readJobs(db),
    pushes: await readPushes(db),
    webhooks: await readWebhooks(db),
    sources: await readSources(db),
    index: { tick: parts.search.tick(), clock: Number(await readClock(db.owner)) },
    disk: await parts.disk(),
    backup: await lastBackup(db),
    flags: await listFlags(db),
  }
}

const processView = (row: Awaited<ReturnType<typeof runningProcesses>>[number]) => ({
  host: row.host,
  pid: row.pid,
  version: row.version,
  build: row.build,
  startedAt: row.started_at.toISOString(),
  beatAt: row.beat_at.toISOString(),
  workerAt: row.worker_at?.toISOString() ?? null,
  searchAt: row.search_at.toISOString(),
})

const readJobs = async ({ owner }: Database): Promise<Installation['jobs']> => {
  const { rows } = await sql<{
    kind: string
    waiting: number
    retrying: number
    due: Date | null
  }>`
    select kind, count(*)::int as waiting, count(*) filter (where failures > 0)::int as retrying,
      min(run_at) filter (where run_at <= now() and (lease_until is null or lease_until < now())) as due
    from job group by kind order by kind`.execute(owner)
  return rows.map(({ due, ...row }) => ({ ...row, dueSince: due?.toISOString() ?? null }))
}

const readPushes = async ({ owner }: Database): Promise<Installation['pushes']> => {
  const { waiting, since } = await owner
    .selectFrom('push_outbox')
    .select([
      sql<number>`count(*)::int`.as('waiting'),
      sql<Date | null>`min(created_at)`.as('since'),
    ])
    .executeTakeFirstOrThrow()
  return { waiting, since: since?.toISOString() ?? null }
}

const readWebhooks = async ({ owner }: Database): Promise<Installation['webhooks']> => {
  const rows = await owner
    .selectFrom('webhook_event')
    .select([
      'source',
      sql<Date>`max(received_at)`.as('last'),
      sql<number>`count(*) filter (where received_at > now() - interval '1 day')::int`.as('day'),
    ])
    .groupBy('source')
    .execute()
  return (['clerk', 'stripe'] as const).map((source) => {
    const row = rows.find((each) => each.source === source)
    return { source, lastAt: row?.last.toISOString() ?? null, lastDay: row?.day ?? 0 }
  })
}

const readSources = async ({ owner }: Database): Promise<Installation['sources']> => {
  const rows = await owner
    .selectFrom('source')
    .select(['name', 'failing_since as since'])
    .where('paused', '=', false)
    .orderBy('name')
    .execute()
  const failing = rows.filter(({ since }) => since !== null).map(({ name }) => name)
  return { active: rows.length, failing }
}

const lastBackup = async ({ owner }: Database): Promise<Installation['backup']> => {
  const row = await owner
    .selectFrom('backup_run')
    .select(['started_at', 'bytes', 'location'])
    .where('name', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { at: row.started_at.toISOString(), bytes: Number(row.bytes), target: row.location }
}
