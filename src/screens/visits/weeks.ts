import { addDays, localDayOf } from '../../../contract/core/days.ts'
import { formatDay } from '../../lib/format.ts'
import { formatWeekday } from '../../shared/visits/due.ts'

export type Week<Each> = {
  label: string
  days: { day: string; label: string; items: Each[] }[]
}

/** By week and day in the device's time zone; weeks begin on Monday. `items` come the latest first, `today` is YYYY-MM-DD. */
export const weeksOf = <Each extends { value: { at: string } }>(
  items: readonly Each[],
  today: string,
): Week<Each>[] => {
  const weeks = new Map<string, Map<string, Each[]>>()
  for (const item of items) {
    const day = localDayOf(Date.parse(item.value.at))
    const week = mondayOf(day)
    const days = weeks.get(week) ?? new Map<string, Each[]>()
    weeks.set(week, days)
    days.set(day, [...(days.get(day) ?? []), item])
  }
  return [...weeks].map(([monday, days]) => ({
    label: weekLabel(monday, today),
    days: [...days].map(([day, all]) => ({ day, label: dayLabel(day, today), items: all })),
  }))
}

const mondayOf = (day: string): string =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

const weekLabel = (monday: string, today: string): string => {
  const current = mondayOf(today)
  if (monday === current) return 'This week'
  return monday === addDays(current, -7) ? 'Last week' : `Week of ${formatDay(monday)}`
}

const dayLabel = (day: string, today: string): string => {
  if (day === today) return 'Today'
  return day === addDays(today, -1) ? 'Yesterday' : formatWeekday(day)
}
