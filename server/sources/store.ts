import type { Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Source, SourceRun } from '../../contract/org/sources.ts'
import type { Context } from '../platform/http/context.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>
export type SourceRow = Selectable<Tables['source']>
export type RunRow = Selectable<Tables['source_run']>

/** The organisation that manages the sources; undefined on an installation without organisations. */
export const operatorOf = async (db: Kysely<Tables>): Promise<string | undefined> => {
  const row = await db.selectFrom('installation').select('operator').executeTakeFirst()
  return row?.operator
}

/** Replaces the first organisation, which is the default. */
export const nameOperator = async (db: Kysely<Tables>, operator: string): Promise<void> => {
  await db
    .insertInto('installation')
    .values({ operator })
    .onConflict((conflict) => conflict.column('single').doUpdateSet({ operator }))
    .execute()
}

export const checkOperator = async (trx: Trx, { orgId }: Pick<Context, 'orgId'>): Promise<void> => {
  if ((await operatorOf(trx)) !== orgId)
    throw new ProblemError(
      'role-forbidden',
      'Only admins of the organisation that runs this Fieldbook can open this.',
    )
}

/** Locked until the transaction ends. Throws `not-found`. */
export const lockSource = async (trx: Trx, id: string): Promise<SourceRow> => {
  const row = await trx
    .selectFrom('source')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

/** Locked until the transaction ends. Throws `not-found`. */
export const lockRun = async (trx: Trx, sourceId: string, id: string): Promise<RunRow> => {
  const row = await trx
    .selectFrom('source_run')
    .selectAll()
    .where('id', '=', id)
    .where('source_id', '=', sourceId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

const shownRuns = 50

export const runsOf = async (trx: Trx, sourceId: string): Promise<SourceRun[]> => {
  const rows = await trx
    .selectFrom('source_run')
    .selectAll()
    .where('source_id', '=', sourceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownRuns)
    .execute()
  return rows.map(runView)
}

const open = ['waiting', 'fetching', 'importing'] as const
export const isOpen = ({ state }: Pick<SourceRun, 'state'>): boolean =>
  open.some((each) => each === state)

export const openRunOf = (trx: Trx, sourceId: string): Promise<RunRow | undefined> =>
  trx
    .selectFrom('source_run')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('state', 'in', [...open])
    .executeTakeFirst()

export const sourceViews = async (trx: Trx, now: number, id?: string): Promise<Source[]> => {
  const rows = await trx
    .selectFrom('source')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy(sql`lower(name)`)
    .execute()
  const last = await latest(trx, sql`true`)
  const imported = await latest(trx, sql`state = 'done' and not dry_run`)
  return rows.map((row) => {
    const lastRun = last.get(row.id)
    const lastImport = imported.get(row.id)
    return {
      id: row.id,
      name: row.name,
      format: row.format,
      kind: row.kind,
      location: row.location,
      everyHours: row.every_hours,
      licence: row.licence,
      countries: row.countries,
      mapping: row.mapping,
      paused: row.paused,
      nextRunAt: row.next_run_at?.toISOString() ?? null,
      overdue: overdueSince(row, lastImport) + overdueMs(row) < now,
      lastRun: lastRun ? runView(lastRun) : null,
      lastImport: lastImport ? runView(lastImport) : null,
    }
  })
}

export const latest = async (
  db: Kysely<Tables>,
  which: ReturnType<typeof sql<boolean>>,
): Promise<Map<string, RunRow>> => {
  const rows = await db
    .selectFrom('source_run')
    .selectAll()
    .distinctOn('source_id')
    .where(which)
    .orderBy('source_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.source_id, row]))
}

/** The last new data, or since the source exists. */
export const overdueSince = (
  { created_at: created }: SourceRow,
  imported: RunRow | undefined,
): number => (imported?.finished_at ?? created).getTime()

/** Twice its rhythm: an edition a day late is no news. */
export const overdueMs = ({ every_hours: hours, paused }: SourceRow): number =>
  hours === null || paused ? Number.POSITIVE_INFINITY : hours * 2 * 3_600_000

export const runView = (row: RunRow): SourceRun => ({
  id: row.id,
  cause: row.cause,
  dryRun: row.dry_run,
  state: row.state,
  fileName: row.file_name,
  fileSize: row.file_size === null ? null : Number(row.file_size),
  receivedBytes: Number(row.received_bytes),
  progress: row.progress,
  summary: row.summary,
  reason: row.reason,
  hasRejects: row.rejects_key !== null,
  startedAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})
