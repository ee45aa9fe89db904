import { expect, it } from 'vitest'
import {
  compactMoney,
  formatRevenueBand,
} from '../../../../src/shared/records-table/cell-parts.tsx'

it('a revenue reads alike as a figure and as a band, in the currency of the company', () => {
  expect(compactMoney(36.3e9, 'AUD')).toBe('A$36.3B')
  expect(formatRevenueBand('1B-10B', 'AUD')).toBe('A$1B–10B')
  expect(formatRevenueBand('10-25M', 'NZD')).toBe('NZ$10–25M')
})
