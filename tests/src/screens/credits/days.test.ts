import { describe, expect, it } from 'vitest'
import { fillDays, roundTop, sumOf } from '../../../../src/screens/credits/days.ts'
import { findAffordable, firstOf } from '../../../../src/shared/credits/find-affordable.ts'

describe('days of usage', () => {
  const usage = [
    { day: '2026-02-27', spent: { reveal: 3, download: 10 }, refunded: 0 },
    { day: '2026-03-01', spent: { reveal: 1 }, refunded: 2 },
  ]

  it('include days without usage, across the end of a month', () => {
    const days = fillDays(usage, '2026-03-02', 5)
    expect(days.map(({ day, total }) => `${day} ${total}`)).toEqual([
      '2026-02-26 0',
      '2026-02-27 13',
      '2026-02-28 0',
      '2026-03-01 1',
      '2026-03-02 0',
    ])
    expect(days.map(({ refunded }) => refunded)).toEqual([0, 0, 0, 2, 0])
  })

  it('end with the last reported day, if the server is already in tomorrow', () => {
    expect(fillDays(usage, '2026-02-28', 2).map(({ day }) => day)).toEqual([
      '2026-02-28',
      '2026-03-01',
    ])
  })

  it('are summed by act, without days outside the chart', () => {
    const sum = { reveal: 4, download: 10, push: 0, enrich: 0 }
    expect(sumOf(fillDays(usage, '2026-03-02', 90))).toEqual(sum)
    expect(sumOf(fillDays(usage, '2026-03-02', 2)).reveal).toBe(1)
  })

  it('are scaled to a round whole number', () => {
    expect([0, 1, 2, 7, 11, 122, 151, 999, 1001].map(roundTop)).toEqual([
      1, 1, 2, 8, 15, 150, 200, 1000, 1500,
    ])
  })
})

describe('the records that the credits cover', () => {
  const priced = (pattern: string) => {
    const requests: number[] = []
    return {
      requests: requests,
      costOf: (first: number) => {
        requests.push(first)
        return Promise.resolve(pattern.slice(0, first).replaceAll('.', '').length)
      },
    }
  }

  const costIn = (pattern: string): number => pattern.replaceAll('.', '').length
  const asking = (pattern: string, budget: number) => ({
    total: pattern.length,
    cost: costIn(pattern),
    budget,
  })

  it('start at the top, skip owned records, and end with the credits', async () => {
    const owned = `${'.'.repeat(900)}${'x'.repeat(100)}`
    expect(await findAffordable(asking(owned, 6), priced(owned).costOf)).toBe(906)
    const mixed = 'xx..x.xx....xx'
    expect(
      costIn(mixed.slice(0, await findAffordable(asking(mixed, 4), priced(mixed).costOf))),
    ).toBe(4)
  })

  it('never exceed the credits, and are never fewer than they cover, whatever is owned (seed 20260303)', async () => {
    let seed = 20260303
    const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
    for (let round = 0; round < 300; round++) {
      const total = 2 + Math.floor(random() * 10_000)
      const share = random()
      const pattern = Array.from({ length: total }, () => (random() < share ? 'x' : '.')).join('')
      const cost = costIn(pattern)
      const budget = Math.floor(random() * cost)
      const { costOf, requests } = priced(pattern)
      const first = await findAffordable({ total, cost, budget }, costOf)
      const paid = costIn(pattern.slice(0, first))
      expect(paid).toBeLessThanOrEqual(budget)
      expect(paid).toBeGreaterThanOrEqual(Math.floor(budget * 0.9) - 1)
      expect(first).toBeGreaterThanOrEqual(Math.min(total - 1, budget))
      expect(requests.length).toBeLessThanOrEqual(12)
    }
  })

  it('are none without credits, and the server is not asked', async () => {
    const { costOf, requests } = priced('xxxx')
    expect(await findAffordable(asking('xxxx', 0), costOf)).toBe(0)
    expect(requests).toEqual([])
  })

  it('cut selected rows and searches from the top, and an upload not at all', () => {
    const ids = ['a', 'b', 'c']
    expect(firstOf({ kind: 'ids', ids }, 2)).toEqual({ kind: 'ids', ids: ['a', 'b'] })
    expect(firstOf({ kind: 'upload', uploadId: 'u', fromRow: 1 }, 2)).toBeNull()
  })
})
