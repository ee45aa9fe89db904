import { expect, test } from 'vitest'
import { idOf } from '../../../server/backup/manifest.ts'
import { outdated, parseRetention } from '../../../server/backup/retention.ts'

const backup = (day: string, time = '03:00:00'): string => idOf(new Date(`${day}T${time}Z`))

test('the newest backup of each of seven days, four weeks and six months stays', () => {
  const days = Array.from({ length: 400 }, (_, n) =>
    backup(new Date(Date.parse('2026-11-28') - n * 86_400_000).toISOString().slice(0, 10)),
  )
  const old = new Set(outdated(days, { days: 7, weeks: 4, months: 6 }))
  expect(
    days
      .filter((id) => !old.has(id))
      .map((id) => id.slice(10, 18))
      .join(' '),
  ).toBe(
    [
      '20261128 20261127 20261126 20261125 20261124 20261123 20261122',
      '20261115 20261108 20261031 20260930 20260831 20260731 20260630',
    ].join(' '),
  )
})

test('of several backups of a day the newest stays, and the last one always does', () => {
  const two = [backup('2026-11-28', '03:00:00'), backup('2026-11-28', '15:00:00')]
  expect(outdated(two, { days: 1, weeks: 0, months: 0 })).toEqual([two[0]])
  expect(outdated(two, { days: 0, weeks: 0, months: 0 })).toEqual([two[0]])
  expect(outdated([], { days: 1, weeks: 0, months: 0 })).toEqual([])
})

test('a rule names days, weeks and months once each, and another text is none', () => {
  expect(parseRetention('7d,4w,6m')).toEqual({ days: 7, weeks: 4, months: 6 })
  expect(parseRetention('6m')).toEqual({ days: 0, weeks: 0, months: 6 })
  for (const text of ['', '7', '7y', '7d,7d', '0d', '-1d', '7d;4w'])
    expect(parseRetention(text)).toBeNull()
})
