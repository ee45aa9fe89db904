import type { Activity } from '../../../contract/saved-work/activities.ts'
import { outcomeLabels } from '../../../contract/saved-work/outcome-labels.ts'

/** 'Visit: met', 'Note', 'Reported wrong'. */
export const headOf = ({ kind, outcome }: Pick<Activity, 'kind' | 'outcome'>): string => {
  if (kind === 'note') return 'Note'
  if (kind === 'report') return 'Reported wrong'
  return outcome === null ? 'Visit' : `Visit: ${outcomeLabels[outcome].toLowerCase()}`
}

export const fieldTime = (at: number): string => {
  const date = new Date(at)
  const two = (number: number): string => String(number).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The ISO 8601 moment of such a field; undefined where it is invalid or in the future. */
export const momentOf = (field: string, now: number): string | undefined => {
  const at = Date.parse(field)
  return Number.isNaN(at) || at > now || at < Date.parse('2000-01-02')
    ? undefined
    : new Date(at).toISOString()
}

/** Whether a report is about a field: its text begins with the label of the fact. */
export const isReportOf = (
  activity: Pick<Activity, 'kind' | 'field' | 'text'>,
  fact: { field: string; label: string },
): boolean =>
  activity.kind === 'report' &&
  activity.field === fact.field &&
  activity.text.startsWith(`${fact.label}: `)
