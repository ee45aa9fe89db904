import { haversine, kmOf, type Point } from '../../../contract/search/distance.ts'

export type Ends = { start: Point | null; end: Point | null }

/** Roads are longer than a straight line, by about this much. */
const detour = 1.3

/** The most stops whose shortest order is computed exactly. */
const maxExact = 12

/** The length of a route in km: straight lines, times 1.3. */
export const routeLength = (points: readonly Point[], { start, end }: Ends): number => {
  const route = [...(start ? [start] : []), ...points, ...(end ? [end] : [])]
  return route.reduce((sum, point, at) => {
    const before = route[at - 1]
    return before === undefined ? sum : sum + detour * kmBetween(before, point)
  }, 0)
}

/** The shortest order as indices of `points`: exact for up to 12, else by a heuristic. Never longer than the order given. */
export const bestOrder = (points: readonly Point[], ends: Ends): number[] => {
  const order = points.length <= maxExact ? exactOrder(points, ends) : heuristicOrder(points, ends)
  const isFree = ends.start === null && ends.end === null
  // Both directions are as long; the stop that was planned earlier comes first.
  return isFree && (order[0] ?? 0) > (order.at(-1) ?? 0) ? order.toReversed() : order
}

/** Held and Karp: the shortest way through each set of stops to each last stop of it. */
export const exactOrder = (points: readonly Point[], ends: Ends): number[] => {
  const size = points.length
  if (size < 2) return points.map((_, index) => index)
  const { between, fromStart, toEnd } = distancesOf(points, ends)
  const sets = 1 << size
  const least = new Float64Array(sets * size).fill(Infinity)
  const previous = new Int8Array(sets * size).fill(-1)
  for (let stop = 0; stop < size; stop++) least[(1 << stop) * size + stop] = fromStart(stop)
  for (let set = 1; set < sets; set++)
    for (let last = 0; last < size; last++) {
      const length = least[set * size + last] ?? Infinity
      if (length === Infinity) continue
      for (let next = 0; next < size; next++) {
        if ((set >> next) & 1) continue
        const at = (set | (1 << next)) * size + next
        const longer = length + between(last, next)
        if (longer >= (least[at] ?? Infinity)) continue
        least[at] = longer
        previous[at] = last
      }
    }
  const all = sets - 1
  const lengthTo = (last: number): number => (least[all * size + last] ?? 0) + toEnd(last)
  let last = 0
  for (let stop = 1; stop < size; stop++) if (lengthTo(stop) < lengthTo(last)) last = stop
  const order: number[] = []
  for (let set = all; last !== -1;) {
    order.unshift(last)
    const before = previous[set * size + last] ?? -1
    set &= ~(1 << last)
    last = before
  }
  return order
}

/** Nearest neighbour from each stop, and the order given; each improved by 2-opt and Or-opt until nothing helps. */
export const heuristicOrder = (points: readonly Point[], ends: Ends): number[] => {
  const given = points.map((_, index) => index)
  if (given.length < 2) return given
  const distances = distancesOf(points, ends)
  const lengthOf = (order: readonly number[]): number => lengthIn(order, distances)
  return [given, ...given.map((first) => nearestNeighbour(first, points.length, distances))]
    .map((order) => improve(order, distances))
    .reduce((best, order) => (lengthOf(order) < lengthOf(best) ? order : best))
}

type Distances = {
  between: (from: number, to: number) => number
  /** 0 where the route may begin or end anywhere. */
  fromStart: (to: number) => number
  toEnd: (from: number) => number
}

const distancesOf = (points: readonly Point[], { start, end }: Ends): Distances => {
  const size = points.length
  const table = new Float64Array(size * size)
  points.forEach((from, x) =>
    points.forEach((to, y) => (table[x * size + y] = kmBetween(from, to))),
  )
  const toEvery = (point: Point | null) =>
    points.map((stop) => (point === null ? 0 : kmBetween(point, stop)))
  const [starts, finishes] = [toEvery(start), toEvery(end)]
  return {
    between: (from, to) => table[from * size + to] ?? 0,
    fromStart: (to) => starts[to] ?? 0,
    toEnd: (from) => finishes[from] ?? 0,
  }
}

const lengthIn = (order: readonly number[], distances: Distances): number =>
  [...order, undefined].reduce<number>((sum, to, at) => sum + leg(order[at - 1], to, distances), 0)

/** From the start where there is no stop before, to the end where there is none after. */
const leg = (from: number | undefined, to: number | undefined, distances: Distances): number => {
  if (to === undefined) return from === undefined ? 0 : distances.toEnd(from)
  return from === undefined ? distances.fromStart(to) : distances.between(from, to)
}

const nearestNeighbour = (first: number, size: number, { between }: Distances): number[] => {
  const order = [first]
  const left = new Set(Array.from({ length: size }, (_, index) => index))
  left.delete(first)
  for (let last = first; left.size > 0;) {
    last = [...left].reduce((near, stop) =>
      between(last, stop) < between(last, near) ? stop : near,
    )
    order.push(last)
    left.delete(last)
  }
  return order
}

const improve = (order: readonly number[], distances: Distances): number[] => {
  let best = [...order]
  for (let move = bestMove(best, distances); move !== null; move = bestMove(best, distances))
    best = moved(best, move)
  return best
}

/** The stops from `from` up to `to` go to `at` among the others; 2-opt turns any part around, Or-opt moves up to three stops. */
type Move = { from: number; to: number; at: number; reversed: boolean }

const maxMoved = 3
/** The least gain that counts, in km: rounding must not lead in circles. */
const minGain = 1e-9

const bestMove = (order: readonly number[], distances: Distances): Move | null => {
  let best: Move | null = null
  let most = minGain
  const consider = (move: Move): void => {
    const gain = gainOf(order, move, distances)
    if (gain > most) [best, most] = [move, gain]
  }
  for (let from = 0; from < order.length; from++)
    for (let to = from + 1; to <= order.length; to++) {
      consider({ from, to, at: from, reversed: true })
      if (to - from > maxMoved) continue
      for (let at = 0; at <= order.length - (to - from); at++)
        for (const reversed of [false, true]) consider({ from, to, at, reversed })
    }
  return best
}

const gainOf = (
  order: readonly number[],
  { from, to, at, reversed }: Move,
  distances: Distances,
): number => {
  const [first, last] = reversed ? [order[to - 1], order[from]] : [order[from], order[to - 1]]
  const count = to - from
  const inRest = (position: number): number | undefined =>
    order[position < from ? position : position + count]
  const [before, after] = [inRest(at - 1), inRest(at)]
  const saved =
    leg(order[from - 1], order[from], distances) +
    leg(order[to - 1], order[to], distances) -
    leg(order[from - 1], order[to], distances)
  const added =
    leg(before, first, distances) + leg(last, after, distances) - leg(before, after, distances)
  return saved - added
}

const moved = (order: readonly number[], { from, to, at, reversed }: Move): number[] => {
  const part = order.slice(from, to)
  const rest = [...order.slice(0, from), ...order.slice(to)]
  return [...rest.slice(0, at), ...(reversed ? part.toReversed() : part), ...rest.slice(at)]
}

const kmBetween = (from: Point, to: Point): number => kmOf(haversine(from, to.lat, to.lng))
