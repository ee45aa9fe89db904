import { expect, it } from 'vitest'
import { wholePercents } from '../../../src/lib/whole-percents.ts'

it.each([
  [
    [335, 335, 330],
    [34, 33, 33],
  ],
  [
    [865, 105, 30],
    [87, 10, 3],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [2, 0, 0],
    [100, 0, 0],
  ],
  [
    [0, 0],
    [0, 0],
  ],
])('The whole percents of %j add up to 100, or are 0 without a whole', (counts, percents) => {
  expect(wholePercents(counts)).toEqual(percents)
})
