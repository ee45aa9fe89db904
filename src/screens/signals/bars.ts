import { rangeOf } from '../../../contract/signals/signal-filters.ts'
import { addDays } from '../../../contract/core/days.ts'

/** The chart covers thirteen weeks, the last of which ends today. */
export const pictured = 91

/** A bar: the signals of a day or a week. Days are YYYY-MM-DD, both inclusive. */
export type Bar = { from: string; to: string; count: number }

/** The bars of the last thirteen weeks, `each` with that many days; other days are left out. */
export const barsOf = (
  days: readonly { day: string; count: number }[],
  today: string,
  each: 1 | 7,
): Bar[] => {
  const counts = new Map(days.map(({ day, count }) => [day, count]))
  const first = addDays(today, 1 - pictured)
  return Array.from({ length: pictured / each }, (_, index) => {
    const all = Array.from({ length: each }, (__, at) => addDays(first, index * each + at))
    return {
      from: all[0] ?? first,
      to: all.at(-1) ?? first,
      count: all.reduce((sum, day) => sum + (counts.get(day) ?? 0), 0),
    }
  })
}

/** The first and the last bar of a range; null where there is none, or where the range is all of them. */
export const spanOf = (
  bars: readonly Bar[],
  value: string | undefined,
): [number, number] | null => {
  const range = value === undefined ? null : rangeOf(value)
  if (range === null) return null
  const first = bars.findIndex(({ to }) => range.from === null || to >= range.from)
  const last = bars.findLastIndex(({ from }) => range.to === null || from <= range.to)
  return first === -1 || last < first ? null : [first, last]
}

export const rangeValue = (
  bars: readonly Bar[],
  [first, last]: readonly [number, number],
): string => `${bars[first]?.from ?? ''}..${bars[last]?.to ?? ''}`

/** A round number for the top of the axis: at or above the largest bar, unless few bars are so large that they would flatten the others. */
export const topOf = (bars: readonly Bar[]): number => {
  const counts = bars.map(({ count }) => count).toSorted((x, y) => y - x)
  const usual = counts[Math.ceil(counts.length / 20)] ?? 0
  const most = Math.max(1, counts[0] ?? 1)
  const largest = usual > 0 && most > 3 * usual ? Math.ceil(1.25 * usual) : most
  const size = 10 ** Math.floor(Math.log10(largest))
  const tops = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((step) => step * size)
  return tops.find((top) => top >= largest && Number.isInteger(top)) ?? largest
}
