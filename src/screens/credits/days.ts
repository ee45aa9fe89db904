import { Act } from '../../../contract/org/members.ts'
import type { EndpointOutput } from '../../../contract/core/endpoint.ts'
import type { creditsEndpoints } from '../../../contract/money/credits.ts'
import { addDays } from '../../../contract/core/days.ts'

type UsageDay = EndpointOutput<typeof creditsEndpoints.creditsUsage>['days'][number]

/** Usage of one day, YYYY-MM-DD. */
export type Day = { day: string; spent: Record<Act, number>; total: number; refunded: number }

/** The last `count` days up to `today` or the last reported day, whichever is later; days without usage are zero. */
export const fillDays = (usage: readonly UsageDay[], today: string, count: number): Day[] => {
  const byDay = new Map(usage.map((usageDay) => [usageDay.day, usageDay]))
  const last = usage.reduce((latest, { day }) => (day > latest ? day : latest), today)
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(last, index + 1 - count)
    const known = byDay.get(day)
    const spent = spentOf(known)
    const total = Act.options.reduce((sum, act) => sum + spent[act], 0)
    return { day, spent, total, refunded: known?.refunded ?? 0 }
  })
}

export const sumOf = (days: readonly Day[]): Record<Act, number> => {
  const sum = spentOf(undefined)
  for (const { spent } of days) for (const act of Act.options) sum[act] += spent[act]
  return sum
}

export const roundTop = (largest: number): number => {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, largest)))
  const tops = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * size)
  return tops.find((top) => top >= largest && Number.isInteger(top)) ?? 10 * size
}

const spentOf = (usageDay: UsageDay | undefined): Record<Act, number> => ({
  reveal: usageDay?.spent.reveal ?? 0,
  download: usageDay?.spent.download ?? 0,
  push: usageDay?.spent.push ?? 0,
  enrich: usageDay?.spent.enrich ?? 0,
})
