import { describe, expect, it } from 'vitest'
import { newAgent } from '../../../../contract/signals/agents.ts'
import { describePreview } from '../../../../src/screens/agents/preview.tsx'
import { byWeek } from '../../../../src/screens/agents/week-bars.tsx'
import {
  clockOptions,
  formatClock,
  describeNothingNew,
  describeQuiet,
  describeWatch,
  deviceTimeZone,
  formatCadence,
  formatTimeZone,
} from '../../../../src/screens/agents/copy.ts'
import { dayMs, dayOf } from '../../../../contract/core/days.ts'

const list = '0190a0a0-0000-7000-8000-000000000001'
const names = new Map([[list, 'Perth builders']])

describe('the summary of an agent', () => {
  it.each([
    [{}, 'All company signals.'],
    [{ category: 'intent' as const }, 'All intent signals.'],
    [{ types: ['award'], listIds: [list] }, 'Awards in Perth builders.'],
    [
      { types: ['award', 'acquisition', 'partnership', 'restructure', 'ipo_listing'] },
      'Awards, acquisitions, partnerships and 2 more.',
    ],
    [
      { filters: { location: ['AU/WA', 'AU/VIC'], department: [] } },
      'All company signals; location: Western Australia or Victoria.',
    ],
  ])('describes in one sentence: %j', (given, expected) => {
    expect(describeWatch({ ...newAgent, ...given }, names)).toBe(expected)
  })
})

describe('the preview of an agent', () => {
  it.each([
    [{ total: 214, notices: 61 }, '214 signals, 61 alerts.'],
    [{ total: 1, notices: 1 }, '1 signal, 1 alert.'],
    [{ total: 0, notices: 0 }, 'no signals, no alerts.'],
  ])('states numbers: %j', (given, expected) => {
    expect(describePreview(given)).toBe(`In the last 90 days: ${expected}`)
  })

  it('counts by weeks that end today, each of the 90 days exactly once', () => {
    const today = '2026-03-03'
    const days = Array.from({ length: 91 }, (_, back) => ({
      day: dayOf(Date.parse(today) - back * dayMs),
      count: 1,
    }))
    const weeks = byWeek(days, today)
    expect(weeks.map(({ count }) => count)).toEqual(Array.from({ length: 13 }, () => 7))
    expect(weeks.at(-1)?.from).toBe('2026-02-25')
    expect(byWeek([{ day: '2026-02-24', count: 3 }], today).at(-2)?.count).toBe(3)
  })
})

describe('a run without new signals', () => {
  const at = (time: string): number => new Date(`2026-03-03T${time}:00`).getTime()
  it.each([
    [
      'since the last alert',
      new Date(at('07:30')).toISOString(),
      /^No new signals since the last alert, 7:30\sam$/,
    ],
    ['since the agent is new', null, /^No new signals since you created it$/],
  ])('says %s', (_, lastRunAt, expected) => {
    expect(describeNothingNew(lastRunAt, at('09:00'))).toMatch(expected)
  })
})

describe('the times of an agent', () => {
  it('are written one way, by the half-hour, with a chosen time between', () => {
    expect([0, 7 * 60 + 30, 19 * 60, 1439].map(formatClock)).toEqual([
      '12:00 am',
      '7:30 am',
      '7:00 pm',
      '11:59 pm',
    ])
    expect(describeQuiet({ from: 19 * 60, until: 7 * 60 })).toBe('Quiet 7:00 pm–7:00 am')
    expect(clockOptions(19 * 60)).toHaveLength(48)
    expect(clockOptions(19 * 60 + 10).map(({ label }) => label)).toContain('7:10 pm')
  })

  it('name the time zone, which a new agent has from its device', () => {
    expect(formatCadence('daily', deviceTimeZone('Australia/Perth'))).toBe(
      'Every morning at 7:30 am Perth time',
    )
    expect(formatCadence('weekly', deviceTimeZone('Europe/Paris'))).toBe('Mondays at 7:30 am')
    expect(formatTimeZone('Pacific/Auckland')).toBe('Auckland time')
  })
})
