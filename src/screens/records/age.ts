/** After how many days without a look a fact is greyed, and within how many a record counts as freshly verified (R1 of the product decisions). */
export const staleDays = 180
const freshDays = 90

/** How old a day (YYYY-MM-DD) is; a day that is not known is old. `now` in ms since 1970. */
export const ageOf = (day: string | undefined, now: number): 'fresh' | 'older' | 'stale' => {
  if (day === undefined) return 'stale'
  const days = (now - Date.parse(`${day}T00:00:00Z`)) / 86_400_000
  return days <= freshDays ? 'fresh' : days <= staleDays ? 'older' : 'stale'
}
