import { dayMs } from '../../contract/core/days.ts'
import { localOf, momentOfLocal } from '../agents/time.ts'

/** `changedAt`: what is dated for an hour that has passed needs no push, since its member has it in hand. */
type Dated = { dueDay: string; dueTime: string | null; changedAt: Date }

/**
 * At its time, at 7:30 without one, and up to a day later if the server was down then; from 19:00 to 7:00 only with a time of
 * its own.
 */
export const isDue = ({ dueDay, dueTime, changedAt }: Dated, now: Date, zone: string): boolean => {
  const due = momentOfLocal({ day: dueDay, minute: minuteOf(dueTime ?? '07:30') }, zone)
  const late = now.getTime() - due.getTime()
  if (late < 0 || late >= dayMs || changedAt > due) return false
  return dueTime !== null || !isQuiet(localOf(now, zone).minute)
}

const isQuiet = (minute: number): boolean => minute < 7 * 60 || minute >= 19 * 60

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
