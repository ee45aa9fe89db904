import type { SourceRun } from '../../contract/org/sources.ts'
import type { Summary } from '../importers/summary.ts'

export const summaryView = (summary: Summary): NonNullable<SourceRun['summary']> => ({
  seenAt: summary.seenAt,
  rows: summary.rows,
  added: summary.added,
  updated: summary.updated,
  unchanged: summary.unchanged,
  rejected: summary.rejected,
  skipped: summary.skipped,
  notes: summary.notes,
  examples: summary.examples,
})
