import type { Source, SourceKind, SourceRun } from '../../../contract/org/sources.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { formatTime } from '../../ui/as-of.tsx'
import { isOpen } from './queries.ts'

type Tone = 'plain' | 'accent' | 'warn' | 'danger' | 'info'

const openLabels: Partial<Record<SourceRun['state'], string>> = {
  waiting: 'Waiting',
  fetching: 'Downloading',
  importing: 'Importing',
}

/** A file that was checked and not imported. */
export const isReady = (run: SourceRun | null): boolean =>
  run !== null && run.dryRun && run.state === 'done'

export const stateOf = (source: Source): { label: string; tone: Tone } => {
  const { lastRun, lastImport, paused, overdue } = source
  if (lastRun !== null && isOpen(lastRun))
    return {
      label: lastRun.dryRun ? 'Checking' : (openLabels[lastRun.state] ?? ''),
      tone: 'info',
    }
  if (isReady(lastRun)) return { label: 'Ready to import', tone: 'info' }
  if (lastRun?.state === 'failed') return { label: 'Failed', tone: 'danger' }
  if (paused) return { label: 'Paused', tone: 'plain' }
  if (overdue) return { label: 'Overdue', tone: 'warn' }
  return lastImport === null
    ? { label: 'No data yet', tone: 'plain' }
    : { label: 'Up to date', tone: 'accent' }
}

export const describeRun = (run: SourceRun): { label: string; tone: Tone } => {
  if (isOpen(run)) return { label: openLabels[run.state] ?? '', tone: 'info' }
  if (run.state === 'failed') return { label: 'Failed', tone: 'danger' }
  if (run.state === 'unchanged') return { label: 'No new file', tone: 'plain' }
  if (run.state === 'uploading') return { label: 'Not uploaded', tone: 'plain' }
  return run.dryRun ? { label: 'Checked', tone: 'plain' } : { label: 'Imported', tone: 'accent' }
}

export const kindLabels: Record<SourceKind, string> = {
  upload: 'Files you upload',
  address: 'Web address',
  folder: 'Sources folder',
  bucket: 'Bucket',
}

export const rhythms: readonly { hours: number | null; label: string }[] = [
  { hours: 24, label: 'Every day' },
  { hours: 168, label: 'Every week' },
  { hours: 720, label: 'Every month' },
  { hours: 2160, label: 'Every quarter' },
  { hours: 8760, label: 'Every year' },
  { hours: null, label: 'By hand' },
]

export const describeRhythm = (hours: number | null): string =>
  rhythms.find((each) => each.hours === hours)?.label ??
  `Every ${formatCount(hours ?? 0, 'hour', 'hours')}`

/** '10:42 am' today, '3 Mar, 10:42 am' on another day. */
export const formatMoment = (at: string): string => formatTime(Date.parse(at), Date.now())

/** '1,974 rows · 12 new · 3 changed · 1 rejected' */
export const describeSummary = ({
  rows,
  added,
  updated,
  rejected,
}: NonNullable<SourceRun['summary']>): string =>
  [
    formatCount(rows, 'row', 'rows'),
    `${formatNumber(added)} new`,
    `${formatNumber(updated)} changed`,
    `${formatNumber(rejected)} rejected`,
  ].join(' · ')
