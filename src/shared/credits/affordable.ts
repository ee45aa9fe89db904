import type { RecordSource } from '../../../contract/money/credits.ts'

/** The source cut down to its first so many records; null where it cannot be (an upload is taken whole). */
export const firstOf = (source: RecordSource, count: number): RecordSource | null => {
  switch (source.kind) {
    case 'ids':
      return { ...source, ids: source.ids.slice(0, count) }
    case 'upload':
      return null
    default:
      return { ...source, first: Math.min(source.first, count) }
  }
}

/** How many times the price is asked for on the way, at most. */
const mostQuestions = 12

/**
 * How many records from the top can be afforded, where all `total` cost more than there is: looked for between the most that is known
 * to be affordable and the least that is known not to be, by turns where the costs so far point to and in the middle. Never too many.
 */
export const affordable = async (
  { total, cost, budget }: { total: number; cost: number; budget: number },
  costOf: (first: number) => Promise<number>,
): Promise<number> => {
  let can = { first: 0, cost: 0 }
  let cannot = { first: total, cost }
  for (let asked = 0; asked < mostQuestions && can.cost < budget; asked++) {
    const left = budget - can.cost
    const gap = cannot.first - can.first
    // So many more cannot cost more than is left, whatever they are.
    const sure = can.first + left
    const aimed = can.first + Math.floor((gap * left) / Math.max(1, cannot.cost - can.cost))
    const middle = can.first + Math.floor(gap / 2)
    const first = Math.min(Math.max(sure, asked % 2 === 0 ? aimed : middle), cannot.first - 1)
    if (first <= can.first) break
    const tried = { first, cost: await costOf(first) }
    if (tried.cost <= budget) can = tried
    else cannot = tried
  }
  return can.first
}
