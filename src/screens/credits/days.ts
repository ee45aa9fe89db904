import { Act } from '../../../contract/org/members.ts'
import type { CallOutput } from '../../../contract/core/endpoint.ts'
import type { creditsCalls } from '../../../contract/money/credits.ts'

type Told = CallOutput<typeof creditsCalls.creditsUsage>['days'][number]

/** One day of use, YYYY-MM-DD. */
export type Day = { day: string; spent: Record<Act, number>; total: number; refunded: number }

/** Every one of the last so many days up to `today` or the last day that is told of, whichever is later; days nothing is told of have zeros. */
export const everyDay = (told: readonly Told[], today: string, count: number): Day[] => {
  const byDay = new Map(told.map((one) => [one.day, one]))
  const last = told.reduce((latest, { day }) => (day > latest ? day : latest), today)
  return Array.from({ length: count }, (_, index) => {
    const day = daysBefore(last, count - 1 - index)
    const known = byDay.get(day)
    const spent = spentOf(known)
    const total = Act.options.reduce((sum, act) => sum + spent[act], 0)
    return { day, spent, total, refunded: known?.refunded ?? 0 }
  })
}

/** What went for each act in all of these days. */
export const sumOf = (days: readonly Day[]): Record<Act, number> => {
  const sum = spentOf(undefined)
  for (const { spent } of days) for (const act of Act.options) sum[act] += spent[act]
  return sum
}

/** A round whole number at or above the largest, for the top of a chart. */
export const roundTop = (largest: number): number => {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, largest)))
  const tops = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * size)
  return tops.find((top) => top >= largest && Number.isInteger(top)) ?? 10 * size
}

const spentOf = (told: Told | undefined): Record<Act, number> => ({
  reveal: told?.spent.reveal ?? 0,
  download: told?.spent.download ?? 0,
  push: told?.spent.push ?? 0,
  enrich: told?.spent.enrich ?? 0,
})

const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)
