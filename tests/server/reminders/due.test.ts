import { describe, expect, it } from 'vitest'
import { isDue } from '../../../server/reminders/due.ts'

const sydney = 'Australia/Sydney'
/** A Tuesday in summer: UTC+11. */
const at = (time: string, day = '2026-03-03'): Date => new Date(`${day}T${time}:00+11:00`)
const before = at('12:00', '2026-03-01')

describe('a follow-up without a time', () => {
  const followUp = { dueDay: '2026-03-03', dueTime: null, changedAt: before }

  it.each([
    ['07:29', '2026-03-03', false],
    ['07:30', '2026-03-03', true],
    ['18:59', '2026-03-03', true],
    ['19:00', '2026-03-03', false],
    ['06:59', '2026-03-04', false],
    ['07:00', '2026-03-04', true],
    ['07:30', '2026-03-04', false],
    ['07:30', '2026-03-02', false],
  ])('for 3 March is due at %s on %s: %s', (time, day, expected) => {
    expect(isDue(followUp, at(time, day), sydney)).toBe(expected)
  })

  it('is due at 7:30 of its own zone, on either side of the end of daylight saving', () => {
    const first = (dueDay: string, zone: string): string | undefined =>
      Array.from(
        { length: 96 },
        (_, n) => new Date(Date.parse(`${dueDay}T00:00Z`) + (n - 48) * 18e5),
      )
        .find((now) => isDue({ ...followUp, dueDay }, now, zone))
        ?.toISOString()
    expect(first('2026-03-03', sydney)).toBe('2026-03-02T20:30:00.000Z')
    expect(first('2026-03-03', 'Pacific/Auckland')).toBe('2026-03-02T18:30:00.000Z')
    expect(first('2026-04-04', sydney)).toBe('2026-04-03T20:30:00.000Z')
    expect(first('2026-04-05', sydney)).toBe('2026-04-04T21:30:00.000Z')
  })

  it.each([
    ['before 7:30', '07:29', true],
    ['after 7:30', '10:00', false],
  ])('that was dated %s of its day is due then: %s, %s', (_when, time, expected) => {
    const dated = { ...followUp, changedAt: at(time) }
    expect(isDue(dated, at('10:01'), sydney)).toBe(expected)
  })
})

describe('a follow-up with a time', () => {
  it.each([
    ['09:30', '09:29', '2026-03-03', false],
    ['09:30', '09:30', '2026-03-03', true],
    ['09:30', '09:29', '2026-03-04', true],
    ['09:30', '09:30', '2026-03-04', false],
    ['05:15', '05:15', '2026-03-03', true],
    ['22:00', '22:00', '2026-03-03', true],
  ])('of %s on 3 March is due at %s on %s: %s', (dueTime, time, day, expected) => {
    const followUp = { dueDay: '2026-03-03', dueTime, changedAt: before }
    expect(isDue(followUp, at(time, day), sydney)).toBe(expected)
  })
})
