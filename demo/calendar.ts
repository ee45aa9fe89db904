import { dayMs, dayOf } from '../contract/core/days.ts'

/** As YYYY-MM-DD; negative numbers are in the future. */
export type Calendar = { daysAgo(days: number): string; year: number }

const furthest = 40 * 366

export const calendarOf = (today: string): Calendar => {
  const start = Date.parse(`${today}T00:00:00Z`)
  const known: string[] = []
  const write = (days: number): string => dayOf(start - days * dayMs)
  return {
    daysAgo: (days) => {
      const whole = Math.min(Math.round(days), furthest)
      if (whole < 0) return write(whole)
      return (known[whole] ??= write(whole))
    },
    year: Number(today.slice(0, 4)),
  }
}
