/** Each row is counted once: rows = added + updated + unchanged + rejected + all skipped. */
export type Summary = {
  format: string
  file: string
  source: string
  seenAt: string
  dryRun: boolean
  rows: number
  added: number
  updated: number
  /** `confirmed` of them have a later date. */
  unchanged: number
  confirmed: number
  rejected: number
  skipped: Record<string, number>
  /** Of rows that are not companies themselves. */
  companiesAdded?: number
  listing?: {
    listed: Listing[]
    delisted: Listing[]
    renamed: { ticker: string; from: string; to: string }[]
    recoded: { name: string; from: string; to: string }[]
  }
  notes: string[]
  examples: { line: number; reason: string }[]
  rejectFile?: string
  seconds: number
  rowsPerSecond: number
}

export type Listing = { ticker: string; name: string }

export const summaryLines = (summary: Summary): string[] => {
  const { added, updated, unchanged, confirmed, rejected } = summary
  const skipped = Object.entries(summary.skipped)
  const lines = [
    `${summary.dryRun ? 'Dry run, nothing written: ' : ''}${count(summary.rows, 'row')} of ${summary.file} (${summary.source}, as of ${summary.seenAt})`,
    `  added ${number(added)} · updated ${number(updated)} · unchanged ${number(unchanged)}${
      confirmed > 0 ? ` (${number(confirmed)} of them confirmed for a later day)` : ''
    } · rejected ${number(rejected)}${skipped.length > 0 ? ` · skipped ${number(total(summary.skipped))}` : ''}`,
    ...skipped.map(([reason, times]) => `  skipped ${number(times)}: ${reason}`),
    ...(summary.companiesAdded === undefined
      ? []
      : [`  companies added: ${number(summary.companiesAdded)}`]),
    ...listingLines(summary),
    ...summary.notes.map((note) => `  ${note}`),
    ...summary.examples.map(({ line, reason }) => `  line ${line}: ${reason}`),
  ]
  if (rejected > summary.examples.length)
    lines.push(`  and ${number(rejected - summary.examples.length)} more rejected rows`)
  if (summary.rejectFile !== undefined) lines.push(`  rejected rows: ${summary.rejectFile}`)
  lines.push(`  ${summary.seconds.toFixed(1)} s, ${number(summary.rowsPerSecond)} rows/s`)
  return lines
}

/** A line for each company: its code, its name and what it was before. */
export const listingNames = ({
  listed,
  delisted,
  renamed,
  recoded,
}: NonNullable<Summary['listing']>) => ({
  listed: listed.map(({ ticker, name }) => `${ticker} ${name}`),
  delisted: delisted.map(({ ticker, name }) => `${ticker} ${name}`),
  renamed: renamed.map(({ ticker, from, to }) => `${ticker} ${from} → ${to}`),
  recoded: recoded.map(({ name, from, to }) => `${name} ${from} → ${to}`),
})

const listingLines = ({ listing }: Summary): string[] => {
  if (!listing) return []
  const { listed, delisted, renamed, recoded } = listingNames(listing)
  return [
    ...some('new', listed),
    ...some('gone', delisted),
    ...some('renamed', renamed),
    ...some('new code', recoded),
  ]
}

const shown = 20

const some = (title: string, names: readonly string[]): string[] => {
  if (names.length === 0) return []
  const lines = names.slice(0, shown).map((name) => `    ${name}`)
  const more = names.length - shown
  return [
    `  ${title} ${number(names.length)}:`,
    ...lines,
    ...(more > 0 ? [`    and ${number(more)} more`] : []),
  ]
}

const total = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, times) => sum + times, 0)
const number = (value: number): string => Math.round(value).toLocaleString('en-AU')
const count = (value: number, noun: string): string =>
  `${number(value)} ${noun}${value === 1 ? '' : 's'}`
