import type { Price } from './wire.ts'

const SECONDS = { day: 86_400, week: 604_800 }

/** The months keep the day of `anchor`: 31 January, 28 February, 31 March. */
export function addMonths(time: number, months: number, anchor: number): number {
  const from = new Date(time * 1000)
  const target = new Date(from)
  target.setUTCDate(1)
  target.setUTCMonth(from.getUTCMonth() + months)
  const day = new Date(anchor * 1000).getUTCDate()
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(day, last))
  return Math.floor(target.getTime() / 1000)
}

export function periodEnd(start: number, recurring: Price['recurring'], anchor: number): number {
  const interval = recurring?.interval ?? 'month'
  const count = recurring?.interval_count ?? 1
  if (interval === 'day' || interval === 'week') return start + SECONDS[interval] * count
  return addMonths(start, interval === 'year' ? 12 * count : count, anchor)
}
