import { expect, it } from 'vitest'
import { formatTown } from '../../../../src/screens/records/facts.ts'
import { townOf } from '../../../../src/shared/records-table/company-cells.tsx'
import {
  compactMoney,
  formatRevenueBand,
} from '../../../../src/shared/records-table/cell-parts.tsx'

it('a town that has the name of its state is shown once', () => {
  const osaka = { country: 'JP', suburb: 'Osaka', state: 'Osaka' }
  expect(townOf(osaka)).toBe('Osaka JP')
  expect(formatTown(osaka)).toBe('Osaka')
})

it('a revenue reads alike as a figure and as a band, in the currency of the company', () => {
  expect(compactMoney(36.3e9, 'AUD')).toBe('A$36.3B')
  expect(formatRevenueBand('1B-10B', 'AUD')).toBe('A$1B–10B')
  expect(formatRevenueBand('10-25M', 'NZD')).toBe('NZ$10–25M')
})
