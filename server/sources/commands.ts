import { sql, type Kysely } from 'kysely'
import type { SourceRun } from '../../contract/org/sources.ts'
import type { Summary } from '../importers/summary.ts'
import type { Tables } from '../platform/db/tables.ts'
import { summaryView } from './summary-view.ts'

const shown = 10

/** The last imports by the operator's command. */
export const commandRuns = async (
  db: Kysely<Tables>,
): Promise<{ format: string; run: SourceRun }[]> => {
  const rows = await db
    .selectFrom('import_run as i')
    .selectAll()
    .where('format', '<>', 'demo')
    .where(sql<boolean>`not exists (select from source_run r where r.id = i.id)`)
    .orderBy('started_at', 'desc')
    .limit(shown)
    .execute()
  return rows.map((row) => {
    // Written by `endRun`.
    const summary = row.summary as (Summary & { failed?: string }) | null
    const failed = summary?.failed ?? null
    return {
      format: row.format,
      run: {
        id: row.id,
        cause: 'command',
        dryRun: false,
        state: summary === null ? 'importing' : failed === null ? 'done' : 'failed',
        fileName: row.file_name,
        fileSize: null,
        receivedBytes: 0,
        progress: null,
        summary: summary && summaryView(summary),
        reason: failed,
        // Beside the operator's file.
        hasRejects: false,
        startedAt: row.started_at.toISOString(),
        finishedAt: row.finished_at?.toISOString() ?? null,
      },
    }
  })
}
