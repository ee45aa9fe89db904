import { describe, expect, it } from 'vitest'
import {
  formatAgo,
  formatChange,
  formatCompact,
  formatCount,
  formatDay,
  formatMoney,
  formatNumber,
} from '../../../src/lib/format.ts'
import { dayMs } from '../../../contract/core/days.ts'

describe('numbers and money', () => {
  it('have separated thousands', () => {
    expect(formatNumber(1284)).toBe('1,284')
    expect(formatCompact(12_840)).toBe('12.8K')
  })

  it("equal the browser's own format", () => {
    const browser = new Intl.NumberFormat('en-AU')
    const sizes = Array.from({ length: 17 }, (_, power) => 10 ** power)
    const near = sizes.flatMap((size) => [size - 1, size, size + 1, -size, size / 7])
    for (const value of [...near, 0, -0, Number.MAX_SAFE_INTEGER, 1e21, NaN, Infinity])
      expect(formatNumber(value)).toBe(browser.format(value))
  })

  it("equal the browser's own compact format", () => {
    const browser = new Intl.NumberFormat('en-AU', {
      notation: 'compact',
      maximumFractionDigits: 1,
    })
    const digits = [
      1, 1.04, 1.05, 1.25, 1.349, 9.949, 9.95, 9.994, 9.9949, 9.995, 9.9999, 12.34, 7.7,
    ]
    const sizes = Array.from({ length: 12 }, (_, power) => 10 ** power)
    const values = sizes.flatMap((size) => digits.map((digit) => Math.round(size * digit * 10)))
    for (const value of [0, 1, ...values, ...values.map((each) => -each)])
      expect(formatCompact(value)).toBe(browser.format(value))
  })

  it('are counted with a singular or plural noun', () => {
    expect([0, 1, 2300].map((n) => formatCount(n, 'company', 'companies'))).toEqual([
      '0 companies',
      '1 company',
      '2,300 companies',
    ])
  })

  it('name the dollar, except within its own country', () => {
    expect(formatMoney(1250, 'AUD')).toBe('A$1,250')
    expect(formatMoney(1250, 'nzd')).toBe('NZ$1,250')
    expect(formatMoney(1250, 'AUD', 'AU')).toBe('$1,250')
    expect(formatMoney(1250, 'AUD', 'NZ')).toBe('A$1,250')
    expect(formatMoney(0.45, 'AUD')).toBe('A$0.45')
    expect(formatMoney(-20, 'AUD')).toBe('−A$20')
    expect(formatMoney(5, 'EUR')).toBe('EUR 5')
  })
})

it('a share as a change has its sign, and none where it rounds to nothing', () => {
  expect([0.12, -0.04, 0.001, -0.004, 0].map(formatChange)).toEqual([
    '+12%',
    '−4%',
    '0%',
    '0%',
    '0%',
  ])
})

describe('dates', () => {
  it('of the calendar show the same day in every time zone', () => {
    expect(formatDay('2026-03-03')).toBe('3 Mar 2026')
    expect(formatDay('2025-12-31')).toBe('31 Dec 2025')
  })

  it('show invalid text unchanged', () => {
    expect(formatDay('soon')).toBe('soon')
  })

  it('show as an age for a week', () => {
    const now = Date.parse('2026-03-10T12:00:00Z')
    const ago = (ms: number): string => formatAgo(new Date(now - ms).toISOString(), now)
    expect(ago(20_000)).toBe('just now')
    expect(ago(5 * 60_000)).toBe('5 min ago')
    expect(ago(2 * 3_600_000)).toBe('2 h ago')
    expect(ago(3 * dayMs)).toBe('3 d ago')
    expect(ago(30 * dayMs)).toMatch(/Feb 2026$/)
  })
})
