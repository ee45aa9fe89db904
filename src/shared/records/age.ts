import { dayMs } from '../../../contract/core/days.ts'

/** Stale: days after which an unseen fact is greyed and a record counts as old (R1 of the product decisions). */
export const staleDays = 180
/** Within which a record counts as freshly verified. */
const freshDays = 90

/** The age of a day (YYYY-MM-DD); an unknown day is old. `now` in ms since 1970. */
export const ageOf = (day: string | undefined, now: number): 'fresh' | 'older' | 'stale' => {
  if (day === undefined) return 'stale'
  const days = (now - Date.parse(`${day}T00:00:00Z`)) / dayMs
  return days <= freshDays ? 'fresh' : days <= staleDays ? 'older' : 'stale'
}
