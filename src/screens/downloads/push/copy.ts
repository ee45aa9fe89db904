import { formatCount, formatNumber } from '../../../lib/format.ts'
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

/** What the CRM's daily limit does to the push; null if all fits, or the CRM doesn't say. */
export const describeDailyLimit = (
  { counts, dailyUnits, dailyLeft }: Pick<DryRunResult, 'counts' | 'dailyUnits' | 'dailyLeft'>,
  label: string,
): string | null => {
  if (dailyLeft === null || dailyUnits <= dailyLeft) return null
  const today = Math.floor(((counts.created + counts.updated) * dailyLeft) / dailyUnits)
  return today === 0
    ? `${label}’s daily limit is used up. We’ll push these when it resets.`
    : `${label}’s daily limit leaves about ${formatNumber(today)} for today. We’ll push the rest when it resets.`
}

const describeTime = (seconds: number): string => {
  if (seconds <= 60) return 'Up to a minute'
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 90) return `About ${formatCount(minutes, 'minute', 'minutes')}`
  return `About ${formatCount(Math.round(minutes / 60), 'hour', 'hours')}`
}
