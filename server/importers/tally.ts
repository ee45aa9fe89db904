import { nameKey } from '../entity-matching/name-keys.ts'
import type { DraftRow, Plan } from './batch.ts'
import type { AwardRow } from './awards.ts'
import type { NoticeRow, SupplierRow } from './notices.ts'
import type { ParentageRow } from './parentages.ts'
import type { PersonRow } from './people-batch.ts'
import type { TextFile } from './file.ts'
import type { Importer, Reading, Row } from './importer.ts'
import type { OpenListing } from './listing.ts'
import type { Reject } from './reject-file.ts'
import type { Summary } from './summary.ts'

export const newSummary = (
  importer: Importer,
  reading: Reading,
  file: TextFile,
  dryRun: boolean,
): Summary => ({
  format: importer.id,
  file: file.head.name,
  source: reading.source,
  seenAt: reading.seenAt,
  dryRun,
  rows: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  confirmed: 0,
  rejected: 0,
  skipped: {},
  ...(reading.exchange !== undefined && {
    listing: { listed: [], delisted: [], renamed: [], recoded: [] },
  }),
  notes: [...(file.encoding === 'utf-8' ? [] : [`Read as ${file.encoding}.`]), ...reading.notes],
  examples: [],
  seconds: 0,
  rowsPerSecond: 0,
})

export type Split = {
  companies: DraftRow[]
  people: PersonRow[]
  awards: AwardRow[]
  suppliers: SupplierRow[]
  notices: NoticeRow[]
  parentages: ParentageRow[]
  rejects: Reject[]
  /** The reason of each. */
  skipped: string[]
}

/** Countries are those of head offices, and of people's homes or else of their employers' head offices. */
export const splitRows = (
  rows: readonly Row[],
  countries: readonly string[] | undefined,
): Split => {
  const split: Split = {
    companies: [],
    people: [],
    awards: [],
    suppliers: [],
    notices: [],
    parentages: [],
    rejects: [],
    skipped: [],
  }
  const isElsewhere = (country: string | undefined): boolean =>
    countries !== undefined && !countries.includes(country ?? '')
  for (const row of rows) {
    if ('skipped' in row) split.skipped.push(row.skipped)
    else if ('rejected' in row)
      split.rejects.push({ line: row.line, reason: row.rejected, cells: row.cells })
    else if ('notice' in row) split.notices.push(row)
    else if ('parentage' in row) split.parentages.push(row)
    else if ('person' in row) {
      const { location, employer } = row.person
      if (isElsewhere(location?.country ?? employer.hq?.country))
        split.skipped.push(`not in ${countries?.join(', ') ?? ''}`)
      else split.people.push(row)
    } else if (isElsewhere(row.company.hq?.country))
      split.skipped.push(`head office not in ${countries?.join(', ') ?? ''}`)
    else if (row.award !== undefined) split.awards.push({ ...row, award: row.award })
    else if (row.noticeId !== undefined) split.suppliers.push({ ...row, noticeId: row.noticeId })
    else split.companies.push(row)
  }
  return split
}

export const skip = (summary: Summary, reason: string): void => {
  summary.skipped[reason] = (summary.skipped[reason] ?? 0) + 1
}

export const note = (plan: Plan, summary: Summary, listing: OpenListing | undefined): void => {
  for (const planned of plan.rows) {
    if (planned.outcome === 'skipped') {
      skip(summary, planned.reason)
      continue
    }
    const { after } = planned
    if (listing) listing.met.add(after.id)
    if (planned.outcome === 'added') {
      summary.added++
      summary.listing?.listed.push({ ticker: after.ticker ?? '', name: after.name })
      continue
    }
    if (planned.outcome === 'changed') summary.updated++
    else summary.unchanged++
    if (planned.outcome === 'confirmed') summary.confirmed++
    if (summary.listing) noteListing(planned.before, after, summary.listing)
  }
}

/** Rows that are no companies themselves, and the companies that they added. */
export const noteOutcomes = (
  outcomes: readonly (string | { skipped: string })[],
  companies: readonly unknown[],
  summary: Summary,
): void => {
  for (const outcome of outcomes) {
    if (typeof outcome === 'object') skip(summary, outcome.skipped)
    else if (outcome === 'added') summary.added++
    else if (outcome === 'changed') summary.updated++
    else summary.unchanged++
    if (outcome === 'confirmed') summary.confirmed++
  }
  if (companies.length > 0)
    summary.companiesAdded = (summary.companiesAdded ?? 0) + companies.length
}

const noteListing = (
  before: { name: string; ticker?: string | undefined },
  after: { name: string; ticker?: string | undefined },
  listing: NonNullable<Summary['listing']>,
): void => {
  const ticker = after.ticker ?? ''
  if (nameKey(before.name) !== nameKey(after.name))
    listing.renamed.push({ ticker, from: before.name, to: after.name })
  if (before.ticker === undefined) listing.listed.push({ ticker, name: after.name })
  else if (before.ticker !== ticker)
    listing.recoded.push({ name: after.name, from: before.ticker, to: ticker })
}

const shownExamples = 10

export const noteRejects = (rejects: readonly Reject[], summary: Summary): void => {
  summary.rejected += rejects.length
  for (const { line, reason } of rejects)
    if (summary.examples.length < shownExamples) summary.examples.push({ line, reason })
}
