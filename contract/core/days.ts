export const dayMs = 86_400_000

/** In UTC, YYYY-MM-DD. */
export const dayOf = (moment: Date | number): string => new Date(moment).toISOString().slice(0, 10)

/** In the device's time zone, YYYY-MM-DD. */
export const localDayOf = (moment: Date | number): string => {
  const date = new Date(moment)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** Both days are YYYY-MM-DD; a negative count goes back. */
export const addDays = (day: string, count: number): string =>
  dayOf(Date.parse(`${day}T00:00:00Z`) + count * dayMs)
