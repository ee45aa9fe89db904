// @vitest-environment node
import { expect, it } from 'vitest'
import { dayChoices, formatDue, sayDue } from '../../../../src/shared/visits/due.ts'

const friday = '2026-11-27'

it('the days to come back are today, tomorrow, the working days of a week and in two weeks', () => {
  expect(dayChoices(friday)).toEqual([
    { day: '2026-11-27', label: 'Today' },
    { day: '2026-11-28', label: 'Tomorrow' },
    { day: '2026-11-30', label: 'Mon 30 Nov' },
    { day: '2026-12-01', label: 'Tue 1 Dec' },
    { day: '2026-12-02', label: 'Wed 2 Dec' },
    { day: '2026-12-03', label: 'Thu 3 Dec' },
    { day: '2026-12-04', label: 'Fri 4 Dec' },
    { day: '2026-12-11', label: 'In 2 weeks' },
  ])
})

it('a follow-up says its day, and its time where it has one', () => {
  const due = (dueDay: string, dueTime: string | null = null) => [
    formatDue({ dueDay, dueTime }, friday),
    sayDue({ dueDay, dueTime }, friday),
  ]
  expect(due('2026-11-28', '09:30')).toEqual(['Tomorrow, 9:30 am', 'tomorrow at 9:30 am'])
  expect(due('2026-12-03')).toEqual(['Thu 3 Dec', 'on Thu 3 Dec'])
  expect(due('2027-03-03', '14:00')).toEqual(['3 Mar 2027, 2:00 pm', 'on 3 Mar 2027 at 2:00 pm'])
})
