import type { Selectable } from 'kysely'
import { VisitOutcome, type Activity } from '../../contract/saved-work/activities.ts'
import type { ActivityRow } from '../platform/db/tables.ts'

export const activityView = (row: Selectable<ActivityRow>, userId: string): Activity => ({
  id: row.id,
  kind: row.kind,
  category: row.category,
  recordId: row.record_id,
  text: row.text,
  at: row.at.toISOString(),
  outcome: VisitOutcome.options.find((outcome) => outcome === row.outcome) ?? null,
  field: row.field,
  authorId: row.author_id,
  isAuthor: row.author_id === userId,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
