import { expect, it } from 'vitest'
import { topOf } from '../../../../src/screens/signals/bars.ts'

const barsWith = (counts: readonly number[]) =>
  counts.map((count) => ({ from: '2026-03-03', to: '2026-03-03', count }))

it('The axis ends near the usual days when one day is far above them', () => {
  const usual = Array.from({ length: 90 }, (_, at) => 60 + (at % 20))
  expect(topOf(barsWith([...usual, 600]))).toBe(100)
})

it('The axis covers every bar when none is far above the others', () => {
  const top = topOf(barsWith([...Array.from({ length: 90 }, (_, at) => 60 + (at % 20)), 120]))
  expect(top).toBe(120)
  expect(topOf(barsWith([0, 0, 0, 5]))).toBe(5)
})
