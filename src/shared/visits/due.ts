import { addDays } from '../../../contract/core/days.ts'
import type { FollowUp } from '../../../contract/saved-work/follow-ups.ts'
import { formatDay } from '../../lib/format.ts'
import { formatTime } from '../../ui/as-of.tsx'

/** The days to choose from with one press: today, tomorrow, the next working days and two weeks from now. `today` is YYYY-MM-DD. */
export const dayChoices = (today: string): { day: string; label: string }[] => {
  const days = Array.from({ length: 6 }, (_, index) => addDays(today, index + 2))
  return [
    { day: today, label: 'Today' },
    { day: addDays(today, 1), label: 'Tomorrow' },
    ...days
      .filter((day) => ![0, 6].includes(weekdayOf(day)))
      .map((day) => ({ day, label: formatWeekday(day) })),
    { day: addDays(today, 14), label: 'In 2 weeks' },
  ]
}

/** 'Thu 26 Nov'. */
export const formatWeekday = (day: string): string =>
  `${weekdays[weekdayOf(day)] ?? ''} ${formatDay(day).slice(0, -5)}`

/** 'Today', 'Tomorrow, 9:30 am', 'Thu 26 Nov', '3 Mar 2027'. */
export const formatDue = (
  { dueDay, dueTime }: Pick<FollowUp, 'dueDay' | 'dueTime'>,
  today: string,
): string => {
  const day = dayLabel(dueDay, today)
  return dueTime === null ? day : `${day}, ${formatClock(dueTime)}`
}

/** The same in a sentence: 'today', 'on Thu 26 Nov at 9:30 am'. */
export const sayDue = (
  { dueDay, dueTime }: Pick<FollowUp, 'dueDay' | 'dueTime'>,
  today: string,
): string => {
  const label = dayLabel(dueDay, today)
  const day = label === 'Today' || label === 'Tomorrow' ? label.toLowerCase() : `on ${label}`
  return dueTime === null ? day : `${day} at ${formatClock(dueTime)}`
}

/** '9:30 am' of '09:30'. */
export const formatClock = (time: string): string => {
  const at = Date.parse(`2000-01-01T${time}`)
  return formatTime(at, at)
}

const dayLabel = (day: string, today: string): string => {
  if (day === today) return 'Today'
  if (day === addDays(today, 1)) return 'Tomorrow'
  return day.slice(0, 4) === today.slice(0, 4) || day < addDays(today, 60)
    ? formatWeekday(day)
    : formatDay(day)
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
