/** The length of a day in milliseconds. */
export const dayMs = 86_400_000

/** The UTC day of a moment, YYYY-MM-DD. */
export const dayOf = (moment: Date | number): string => new Date(moment).toISOString().slice(0, 10)

/** The day of a moment in the device's time zone, YYYY-MM-DD. */
export const localDayOf = (moment: Date | number): string => {
  const date = new Date(moment)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** The day that many days after another, both YYYY-MM-DD; a negative count goes back. */
export const addDays = (day: string, count: number): string =>
  dayOf(Date.parse(`${day}T00:00:00Z`) + count * dayMs)
