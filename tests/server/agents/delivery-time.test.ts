import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  simulateDeliveries,
  findDeliveryTime,
  type DeliverySettings,
} from '../../../server/agents/delivery-time.ts'
import { localOf } from '../../../server/agents/time.ts'
import { dayMs } from '../../../contract/core/days.ts'

const zone = 'Australia/Sydney'
const seed = Number(process.env.AGENTS_SEED ?? Date.now() % 1_000_000)
/** A Tuesday in summer: UTC+11. */
const at = (time: string, day = '2026-03-03'): Date => new Date(`${day}T${time}:00+11:00`)
const instant: DeliverySettings = { cadence: 'instant', quiet: null, mostADay: 5 }
const night = { from: 19 * 60, until: 7 * 60 }

const when = (agent: DeliverySettings, now: Date, since = now, deliveries = 0): string => {
  const due = findDeliveryTime(agent, { since, deliveriesOn: () => deliveries }, now, zone)
  if (due.getTime() === now.getTime()) return 'now'
  const { day, minute } = localOf(due, zone)
  return `${day} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

describe('the delivery time of an agent', () => {
  it('is now for an instant agent', () => {
    expect(when(instant, at('03:00'))).toBe('now')
  })

  it.each([
    ['19:00', '2026-03-04 07:00'],
    ['23:59', '2026-03-04 07:00'],
    ['00:00', '2026-03-03 07:00'],
    ['06:59', '2026-03-03 07:00'],
    ['07:00', 'now'],
    ['18:59', 'now'],
  ])('is after quiet hours across midnight: at %s, %s', (time, expected) => {
    expect(when({ ...instant, quiet: night }, at(time))).toBe(expected)
  })

  it('is after quiet hours within a day', () => {
    const quiet = { from: 12 * 60, until: 13 * 60 }
    expect(when({ ...instant, quiet }, at('12:30'))).toBe('2026-03-03 13:00')
    expect(when({ ...instant, quiet }, at('13:00'))).toBe('now')
    expect(when({ ...instant, quiet: { from: 60, until: 60 } }, at('01:00'))).toBe('now')
  })

  it('is the next day after the daily limit', () => {
    expect(when(instant, at('10:00'), at('10:00'), 4)).toBe('now')
    expect(when(instant, at('10:00'), at('10:00'), 5)).toBe('2026-03-04 00:00')
  })

  it('is half past seven for a daily agent, or now if that has passed since the first find', () => {
    const daily: DeliverySettings = { ...instant, cadence: 'daily' }
    expect(when(daily, at('07:29'))).toBe('2026-03-03 07:30')
    expect(when(daily, at('07:30'), at('07:29'))).toBe('now')
    expect(when(daily, at('09:00'), at('08:00'))).toBe('2026-03-04 07:30')
    // The server was down in the morning.
    expect(when(daily, at('11:00'), at('06:00'))).toBe('now')
    expect(when({ ...daily, quiet: { from: 0, until: 9 * 60 } }, at('07:30'), at('07:00'))).toBe(
      '2026-03-03 09:00',
    )
  })

  it('is Monday at half past seven for a weekly agent', () => {
    const weekly: DeliverySettings = { ...instant, cadence: 'weekly' }
    expect(when(weekly, at('12:00'))).toBe('2026-03-09 07:30')
    expect(when(weekly, at('07:30', '2026-03-09'), at('12:00'))).toBe('now')
    expect(when(weekly, at('07:31', '2026-03-09'))).toBe('2026-03-16 07:30')
    expect(when(weekly, at('08:00', '2026-03-10'), at('12:00'))).toBe('now')
  })

  it('stays at half past seven when clocks change', () => {
    const daily: DeliverySettings = { ...instant, cadence: 'daily' }
    const dues = ['2026-04-03', '2026-04-04', '2026-10-02', '2026-10-03'].map((day) => {
      const now = new Date(`${day}T00:00:00Z`)
      return findDeliveryTime(daily, { since: now, deliveriesOn: () => 0 }, now, zone).toISOString()
    })
    expect(dues).toEqual([
      '2026-04-03T20:30:00.000Z',
      '2026-04-04T21:30:00.000Z',
      '2026-10-02T21:30:00.000Z',
      '2026-10-03T20:30:00.000Z',
    ])
  })
})

describe('simulated deliveries', () => {
  const later = at('00:00', '2027-03-03')
  const deliveriesOf = (...given: Parameters<typeof simulateDeliveries>): number =>
    simulateDeliveries(...given).deliveries
  const hours = (...times: string[]): Date[] => times.map((time) => at(time))

  it('count once per moment up to the daily limit', () => {
    expect(deliveriesOf(instant, hours('09:00', '09:00', '10:00'), later, zone)).toBe(2)
    expect(
      deliveriesOf({ ...instant, mostADay: 2 }, hours('09:00', '10:00', '11:00'), later, zone),
    ).toBe(3)
    const many = hours('09:00', '10:00', '11:00', '12:00', '13:00')
    expect(deliveriesOf({ ...instant, mostADay: 2 }, many, later, zone)).toBe(3)
    expect(deliveriesOf(instant, [], later, zone)).toBe(0)
  })

  it('count the days on which the limit delayed signals', () => {
    const fullDays = (mostADay: number, moments: readonly Date[]): number =>
      simulateDeliveries({ ...instant, mostADay }, moments, later, zone).fullDays
    const many = hours('09:00', '10:00', '11:00', '12:00', '13:00')
    expect(fullDays(2, many)).toBe(1)
    expect(fullDays(5, many)).toBe(0)
    const days = [0, 1, 2].flatMap((day) =>
      many.map((moment) => new Date(moment.getTime() + day * dayMs)),
    )
    expect(fullDays(4, days)).toBe(3)
    expect(fullDays(1, hours('09:00'))).toBe(0)
    const daily = { ...instant, cadence: 'daily', mostADay: 1 } as const
    expect(simulateDeliveries(daily, days, later, zone).fullDays).toBe(0)
  })

  it('count once for all signals in quiet hours', () => {
    const quiet = { ...instant, quiet: night }
    expect(deliveriesOf(quiet, hours('20:00', '22:00', '18:00'), later, zone)).toBe(2)
  })

  it('count at most one per day or week for daily and weekly agents', () => {
    const days = Array.from(
      { length: 60 },
      (_, day) => new Date(at('12:00').getTime() + day * dayMs),
    )
    expect(deliveriesOf({ ...instant, cadence: 'daily' }, days, later, zone)).toBe(60)
    expect(deliveriesOf({ ...instant, cadence: 'weekly' }, days, later, zone)).toBe(9)
  })

  it(`never happen in quiet hours or without signals (seed ${seed})`, () => {
    const start = Date.parse('2026-03-20T00:00:00Z')
    const agents = fc.record({
      cadence: fc.constantFrom<DeliverySettings['cadence'][]>('instant', 'daily', 'weekly'),
      quiet: fc.option(
        fc.record({
          from: fc.integer({ min: 0, max: 1439 }),
          until: fc.integer({ min: 0, max: 1439 }),
        }),
      ),
      mostADay: fc.integer({ min: 1, max: 3 }),
    })
    const minutes = fc.array(fc.integer({ min: 0, max: 30 * 1440 }), { maxLength: 40 })
    fc.assert(
      fc.property(agents, minutes, (agent, offsets) => {
        const moments = offsets.map((offset) => new Date(start + offset * 60_000))
        const most = new Set(moments.map((moment) => moment.getTime())).size
        const deliveries = deliveriesOf(agent, moments, later, zone)
        expect(deliveries).toBeLessThanOrEqual(most)
        expect(deliveries > 0).toBe(most > 0)
        for (const since of moments) {
          let now = since
          for (let looks = 0; ; looks++) {
            expect(looks).toBeLessThan(20)
            const due = findDeliveryTime(agent, { since, deliveriesOn: () => 0 }, now, zone)
            expect(due.getTime()).toBeGreaterThanOrEqual(now.getTime())
            if (due.getTime() === now.getTime()) break
            now = due
          }
          if (agent.quiet === null) continue
          const { from, until } = agent.quiet
          const { minute } = localOf(now, zone)
          // When clocks go back, the last quiet hour occurs twice.
          if (now.toISOString().startsWith('2026-04-04T1')) continue
          const isQuiet =
            from <= until ? minute >= from && minute < until : minute >= from || minute < until
          expect(isQuiet).toBe(false)
        }
      }),
      { seed, numRuns: 300 },
    )
  })
})
