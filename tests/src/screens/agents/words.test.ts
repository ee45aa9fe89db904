import { describe, expect, it } from 'vitest'
import { newAgent } from '../../../../contract/signals/agents.ts'
import { previewWords } from '../../../../src/screens/agents/preview.tsx'
import { byWeek } from '../../../../src/screens/agents/week-bars.tsx'
import { clockOf, minuteOf, watchesFor, zoneWords } from '../../../../src/screens/agents/words.ts'

const list = '0190a0a0-0000-7000-8000-000000000001'
const names = new Map([[list, 'Perth builders']])

describe('what an agent watches for', () => {
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
  ])('is one sentence: %j', (given, words) => {
    expect(watchesFor({ ...newAgent, ...given }, names)).toBe(words)
  })
})

describe('what it would have found', () => {
  it.each([
    [{ total: 214, notices: 61 }, '214 signals, 61 alerts.'],
    [{ total: 1, notices: 1 }, '1 signal, 1 alert.'],
    [{ total: 0, notices: 0 }, 'no signals, no alerts.'],
  ])('is said in numbers: %j', (given, words) => {
    expect(previewWords(given)).toBe(`In the last 90 days: ${words}`)
  })

  it('is counted by weeks that end today, none of the 90 days left out or counted twice', () => {
    const today = '2026-03-03'
    const days = Array.from({ length: 91 }, (_, back) => ({
      day: new Date(Date.parse(today) - back * 86_400_000).toISOString().slice(0, 10),
      count: 1,
    }))
    const weeks = byWeek(days, today)
    expect(weeks.map(({ count }) => count)).toEqual(Array.from({ length: 13 }, () => 7))
    expect(weeks.at(-1)?.from).toBe('2026-02-25')
    expect(byWeek([{ day: '2026-02-24', count: 3 }], today).at(-2)?.count).toBe(3)
  })
})

describe('times of an agent', () => {
  it('are minutes of a day, and nothing else', () => {
    expect([clockOf(0), clockOf(7 * 60 + 30), clockOf(1439)]).toEqual(['00:00', '07:30', '23:59'])
    expect(['00:00', '07:30', '23:59', '24:00', '7:30', ''].map(minuteOf)).toEqual([
      0,
      450,
      1439,
      null,
      null,
      null,
    ])
    expect(zoneWords('Pacific/Auckland')).toBe('Auckland time')
  })
})
