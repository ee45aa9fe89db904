import { describe, expect, it } from 'vitest'
import type { Point } from '../../../../contract/search/distance.ts'
import {
  bestOrder,
  exactOrder,
  heuristicOrder,
  routeLength,
  type Ends,
} from '../../../../src/shared/day-plan/best-order.ts'
import { chance } from '../../../kit/chance.ts'

const seed = Number(process.env['ORDER_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const { next: random } = chance(seed)

const pointNearPerth = (): Point => ({
  lat: -31.95 + (random() - 0.5) * 0.6,
  lng: 115.86 + (random() - 0.5) * 0.4,
})
const pointsNearPerth = (size: number): Point[] => Array.from({ length: size }, pointNearPerth)
const maybe = (): Point | null => (random() < 0.5 ? pointNearPerth() : null)
const lengthOf = (points: readonly Point[], ends: Ends, order: readonly number[]): number =>
  routeLength(
    order.flatMap((index) => points[index] ?? []),
    ends,
  )

describe(`the best order (ORDER_SEED=${seed})`, () => {
  it('is the shortest of all orders of up to six stops', () => {
    for (let round = 0; round < 20; round++) {
      const points = pointsNearPerth(round % 7)
      const ends = { start: maybe(), end: maybe() }
      const shortest = Math.min(
        ...permutationsOf(points.length).map((order) => lengthOf(points, ends, order)),
      )
      expect(lengthOf(points, ends, bestOrder(points, ends))).toBeCloseTo(shortest, 9)
    }
  })

  it('by the heuristic is at most 3 % longer than the exact order at twelve stops', () => {
    for (let round = 0; round < 12; round++) {
      const points = pointsNearPerth(12)
      const ends = { start: maybe(), end: maybe() }
      const exact = lengthOf(points, ends, exactOrder(points, ends))
      const found = lengthOf(points, ends, heuristicOrder(points, ends))
      expect(found).toBeLessThanOrEqual(exact * 1.03)
      expect(found).toBeGreaterThanOrEqual(exact - 1e-9)
    }
  })

  it('of thirty stops holds each once and is never longer than the order given', () => {
    const points = pointsNearPerth(30)
    const given = points.map((_, index) => index)
    for (const ends of [
      { start: null, end: null },
      { start: pointNearPerth(), end: pointNearPerth() },
    ]) {
      const order = bestOrder(points, ends)
      expect(order.toSorted((x, y) => x - y)).toEqual(given)
      expect(lengthOf(points, ends, order)).toBeLessThanOrEqual(lengthOf(points, ends, given))
    }
  })

  it('holds each of several stops at the same address', () => {
    const point = pointNearPerth()
    expect(bestOrder([point, point, point], { start: point, end: null })).toHaveLength(3)
    expect(heuristicOrder([point, point, point], { start: null, end: point })).toHaveLength(3)
  })
})

describe('the length of a route', () => {
  it('is 1.3 times the straight lines, from the start over the stops to the end', () => {
    const perth = { lat: -31.9523, lng: 115.8613 }
    const fremantle = { lat: -32.0569, lng: 115.7439 }
    const none = { start: null, end: null }
    const single = routeLength([perth, fremantle], none)
    expect(single / 1.3).toBeGreaterThan(15)
    expect(single / 1.3).toBeLessThan(17)
    expect(routeLength([fremantle], { start: perth, end: perth })).toBeCloseTo(2 * single, 9)
    expect(routeLength([perth], none)).toBe(0)
  })
})

const permutationsOf = (size: number): number[][] =>
  size === 0
    ? [[]]
    : permutationsOf(size - 1).flatMap((order) =>
        Array.from({ length: size }, (_, at) => [
          ...order.slice(0, at),
          size - 1,
          ...order.slice(at),
        ]),
      )
