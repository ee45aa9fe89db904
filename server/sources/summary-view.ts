import type { SourceRun } from '../../contract/org/sources.ts'
import { listingNames, type Summary } from '../importers/summary.ts'

type View = NonNullable<SourceRun['summary']>

export const summaryView = (summary: Summary): View => ({
  seenAt: summary.seenAt,
  rows: summary.rows,
  added: summary.added,
  updated: summary.updated,
  unchanged: summary.unchanged,
  rejected: summary.rejected,
  skipped: summary.skipped,
  ...(summary.companiesAdded !== undefined && { companiesAdded: summary.companiesAdded }),
  ...(summary.listing !== undefined && { listing: listingView(summary.listing) }),
  notes: summary.notes,
  examples: summary.examples,
})

const listingView = (listing: NonNullable<Summary['listing']>): NonNullable<View['listing']> => {
  const { listed, delisted, renamed, recoded } = listingNames(listing)
  const shown = (names: readonly string[]) => ({ count: names.length, names: names.slice(0, 50) })
  return {
    listed: shown(listed),
    delisted: shown(delisted),
    renamed: shown(renamed),
    recoded: shown(recoded),
  }
}
