import type { ConflictDecisions } from '../../../../contract/money/crm.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { formatCount, formatNumber, formatRecords } from '../../../lib/format.ts'
import { formatTime } from '../../../ui/as-of.tsx'
import { outcomeWith } from './decisions.ts'
import type { DryRunResult } from './use-dry-run.ts'

/** In the order of the dialog. */
export const countLabels = [
  ['created', 'Create'],
  ['updated', 'Update'],
  ['unchanged', 'Already there'],
  ['conflict', 'Conflict'],
  ['skipped', 'Skip'],
  ['suppressed', 'Suppressed'],
] as const satisfies readonly (readonly [keyof DryRunResult['counts'], string])[]

/** 'About 4 minutes and 250 calls to the CRM.'; null if nothing is sent. */
export const describeEffort = (calls: number, seconds: number, label: string): string | null =>
  calls === 0
    ? null
    : `${describeTime(seconds)} and up to ${formatCount(calls, 'call', 'calls')} to ${label}.`

/** What the CRM's daily limit does to the push; null if all fits, or the CRM doesn't say. `now` in ms since 1970. */
export const describeDailyLimit = (
  {
    counts,
    dailyUnits,
    dailyLeft,
    dailyResetsAt,
  }: Pick<DryRunResult, 'counts' | 'dailyUnits' | 'dailyLeft' | 'dailyResetsAt'>,
  label: string,
  now: number,
): string | null => {
  if (dailyLeft === null || dailyUnits <= dailyLeft) return null
  const today = Math.floor(((counts.created + counts.updated) * dailyLeft) / dailyUnits)
  const later =
    dailyResetsAt === null
      ? 'over the next 24 hours'
      : `after ${formatTime(Date.parse(dailyResetsAt), now)}`
  return today === 0
    ? `${label}’s daily limit is used up. We’ll push these ${later}.`
    : `${label}’s daily limit leaves about ${formatNumber(today)} for now. We’ll push the rest ${later}.`
}

/** Why the push may cost less than its price, which is of all its records; null if it won't. */
export const describeLess = (
  result: Pick<DryRunResult, 'rows'> | undefined,
  decisions: ConflictDecisions,
  category: Category,
): string | null => {
  const left = (result?.rows ?? [])
    .filter(({ credits }) => credits > 0)
    .map((row) => outcomeWith(row, decisions))
  const undecided = left.filter((outcome) => outcome === 'conflict').length
  const skipped = left.filter((outcome) => outcome === 'skipped').length
  const reasons = [
    ...(undecided > 0
      ? [`${formatCount(undecided, 'conflict is', 'conflicts are')} undecided`]
      : []),
    ...(skipped > 0
      ? [`${formatRecords(skipped, category)} ${skipped === 1 ? 'is' : 'are'} skipped`]
      : []),
  ]
  return reasons.length === 0 ? null : `You may pay less: ${reasons.join(' and ')}.`
}

const describeTime = (seconds: number): string => {
  if (seconds <= 60) return 'Up to a minute'
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 90) return `About ${formatCount(minutes, 'minute', 'minutes')}`
  return `About ${formatCount(Math.round(minutes / 60), 'hour', 'hours')}`
}
