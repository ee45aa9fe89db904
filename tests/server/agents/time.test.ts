import { describe, expect, it } from 'vitest'
import { localOf, momentOfLocal } from '../../../server/agents/time.ts'
import { zoneOf } from '../../../server/customer/time-zone.ts'

const sydney = 'Australia/Sydney'
const auckland = 'Pacific/Auckland'

describe('the time zone of an organisation', () => {
  it('follows its country', () => {
    expect(['AU', 'NZ', 'ALL', undefined].map((country) => zoneOf(country as 'AU'))).toEqual([
      sydney,
      auckland,
      sydney,
      sydney,
    ])
  })

  it.each([
    ['2026-01-15T00:00:00Z', sydney, '2026-01-15', 11 * 60],
    ['2026-07-15T14:30:00Z', sydney, '2026-07-16', 30],
    ['2026-07-15T14:30:00Z', auckland, '2026-07-16', 2 * 60 + 30],
    ['2026-01-15T11:00:00Z', auckland, '2026-01-16', 0],
  ])('shows at %s in %s %s and minute %i', (at, zone, day, minute) => {
    expect(localOf(new Date(at), zone)).toEqual({ day, minute })
  })

  // Clocks go forward on the first Sunday of October in Sydney and the last of September in Auckland, and back on the first of April.
  it.each([
    ['half past seven in summer', '2026-01-15', 450, sydney, '2026-01-14T20:30:00.000Z'],
    ['half past seven in winter', '2026-07-15', 450, sydney, '2026-07-14T21:30:00.000Z'],
    ['the day before clocks go forward', '2026-10-03', 450, sydney, '2026-10-02T21:30:00.000Z'],
    ['the morning after they went forward', '2026-10-04', 450, sydney, '2026-10-03T20:30:00.000Z'],
    ['midnight before they go forward', '2026-10-04', 0, sydney, '2026-10-03T14:00:00.000Z'],
    ['a time that is not shown', '2026-10-04', 150, sydney, '2026-10-03T16:30:00.000Z'],
    ['a time that is shown twice', '2026-04-05', 150, sydney, '2026-04-04T15:30:00.000Z'],
    ['the morning after they went back', '2026-04-05', 450, sydney, '2026-04-04T21:30:00.000Z'],
    ['Auckland before it goes forward', '2026-09-26', 450, auckland, '2026-09-25T19:30:00.000Z'],
    ['Auckland after it went forward', '2026-09-27', 450, auckland, '2026-09-26T18:30:00.000Z'],
    ['Auckland, not shown', '2026-09-27', 150, auckland, '2026-09-26T14:30:00.000Z'],
    ['Auckland, shown twice', '2026-04-05', 150, auckland, '2026-04-04T13:30:00.000Z'],
  ])('handles %s', (_, day, minute, zone, moment) => {
    expect(momentOfLocal({ day, minute }, zone).toISOString()).toBe(moment)
  })

  it('finds every local time of the years again', () => {
    for (const zone of [sydney, auckland])
      for (
        let at = Date.parse('2026-01-01T00:00:00Z');
        at < Date.parse('2027-02-01');
        at += 47 * 60_000
      ) {
        const local = localOf(new Date(at), zone)
        const again = momentOfLocal(local, zone).getTime()
        expect(localOf(new Date(again), zone)).toEqual(local)
        // Of a repeated hour the first one is found.
        expect([0, 3_600_000]).toContain(at - again)
      }
  })
})
