import { expect, it } from 'vitest'
import { agoWords } from '../../../../src/shared/signals/words.ts'

it('How long ago something happened is said by days; what the market calls today already is today', () => {
  const ago = (day: string): string => agoWords(day, '2026-03-03')
  expect(
    ['2026-03-03', '2026-03-04', '2026-03-02', '2026-02-26', '2026-02-01', '2026-03-06'].map(ago),
  ).toEqual(['today', 'today', 'yesterday', '5 d ago', '4 weeks ago', 'upcoming'])
})
