import { expect, it } from 'vitest'
import { formatDaysAgo } from '../../../../src/shared/signals/copy.ts'

it('The age of a signal counts days, and a day that has begun in the market is today', () => {
  const ago = (day: string): string => formatDaysAgo(day, '2026-03-03')
  expect(
    ['2026-03-03', '2026-03-04', '2026-03-02', '2026-02-26', '2026-02-01', '2026-03-06'].map(ago),
  ).toEqual(['today', 'today', 'yesterday', '5 d ago', '4 weeks ago', 'upcoming'])
})
