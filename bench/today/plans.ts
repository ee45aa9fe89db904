import type { Point } from '../../contract/search/distance.ts'
import { exactOrder, heuristicOrder, routeLength } from '../../src/shared/day-plan/best-order.ts'
import { chance } from '../../tests/kit/chance.ts'

const stops = 12

/** How much longer the heuristic's order of twelve stops is than the shortest, at worst, in percent. */
export const worstExcess = (cases: number, seed: number): number => {
  const { next, is } = chance(seed)
  const point = (): Point => ({
    lat: -31.95 + (next() - 0.5) * 0.6,
    lng: 115.86 + (next() - 0.5) * 0.4,
  })
  let worst = 0
  for (let each = 0; each < cases; each++) {
    const points = Array.from({ length: stops }, point)
    const ends = { start: is(0.5) ? point() : null, end: is(0.5) ? point() : null }
    const lengthOf = (order: readonly number[]): number =>
      routeLength(
        order.flatMap((index) => points[index] ?? []),
        ends,
      )
    const exact = lengthOf(exactOrder(points, ends))
    worst = Math.max(worst, (lengthOf(heuristicOrder(points, ends)) / exact - 1) * 100)
  }
  return Math.round(worst * 100) / 100
}
