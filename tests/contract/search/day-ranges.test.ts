import { expect, test } from 'vitest'
import { roleDurations } from '../../../contract/search/bands.ts'
import { dayRangeOf } from '../../../contract/search/day-ranges.ts'
import {
  dayNumber,
  isRecent,
  jobPostValues,
  roleDuration,
} from '../../../contract/search/filter-values.ts'
import { dayMs } from '../../../contract/core/days.ts'

const today = '2026-03-03'
const days = Array.from({ length: 4_200 }, (_, back) =>
  new Date(Date.parse(today) + (30 - back) * dayMs).toISOString().slice(0, 10),
)

const isIn = (identifier: string, value: string, day: string): boolean => {
  const range = dayRangeOf(identifier, value, today)
  const number = dayNumber(day)
  return (
    range !== undefined && (range.from ?? -Infinity) <= number && number <= (range.to ?? Infinity)
  )
}

test('a range of days holds the days on which a record has the value, for 11 years of days', () => {
  for (const day of days) {
    const bands = roleDurations.filter(({ value }) => isIn('current_role_duration', value, day))
    expect([day, bands.map(({ value }) => value)]).toEqual([day, [roleDuration(day, today)]])
    const recent = isRecent(day, today)
    expect([day, isIn('verified_lately', 'Yes', day)]).toEqual([day, recent])
    expect([day, isIn('person_verified_lately', 'Yes', day)]).toEqual([day, recent])
    const posts = { open: 1, newest_at: day, by_department: {} }
    expect([day, isIn('job_posts', '30d', day)]).toEqual([
      day,
      jobPostValues(posts, today).includes('30d'),
    ])
  }
})

test('a value that no day changes has no range', () => {
  expect(dayRangeOf('job_posts', 'Any', today)).toBeUndefined()
  expect(dayRangeOf('seniority', 'Yes', today)).toBeUndefined()
})
