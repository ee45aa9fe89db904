import { roleDurations } from './bands.ts'
import type { Company, Person } from '../records/records.ts'
import { recentDays, freshPostDays, roleMonths, monthDays, dayNumber } from './filter-values.ts'

/** The days that values of some filters depend on, as numbers since 1970. */
export type RecordDays = Partial<
  Record<'role_start' | 'person_verified' | 'company_verified' | 'job_posted', number>
>

export type DayRange = { day: keyof RecordDays; from?: number; to?: number }

/** A filter's value as a range of days, both ends included; undefined for a value that no day changes. */
export const dayRangeOf = (
  identifier: string,
  value: string,
  today: string,
): DayRange | undefined => {
  const now = dayNumber(today)
  if (identifier === 'verified_lately' && value === 'Yes')
    return { day: 'company_verified', from: now - recentDays }
  if (identifier === 'person_verified_lately' && value === 'Yes')
    return { day: 'person_verified', from: now - recentDays }
  if (identifier === 'job_posts' && value === '30d')
    return { day: 'job_posted', from: now - freshPostDays }
  if (identifier !== 'current_role_duration') return undefined
  const band = roleDurations.findIndex((option) => option.value === value)
  if (band === -1) return undefined
  const [least, most] = [roleMonths[band - 1], roleMonths[band]]
  return {
    day: 'role_start',
    ...(most !== undefined && { from: now - Math.ceil(most * monthDays) + 1 }),
    ...(least !== undefined && { to: now - Math.ceil(least * monthDays) }),
  }
}

export const companyDays = ({ quality, job_posts: posts }: Company): RecordDays => ({
  ...numbered('company_verified', quality.verified_at),
  ...numbered('job_posted', posts && posts.open >= 1 ? posts.newest_at : undefined),
})

export const personDays = ({ quality, role_start }: Person): RecordDays => ({
  ...numbered('person_verified', quality.verified_at),
  ...numbered('role_start', role_start),
})

const numbered = (day: keyof RecordDays, date: string | undefined): RecordDays => {
  const number = date === undefined ? NaN : dayNumber(date)
  return Number.isFinite(number) ? { [day]: number } : {}
}
