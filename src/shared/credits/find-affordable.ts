import type { RecordSource } from '../../../contract/money/credits.ts'

/** The first `count` records of a source; null for an upload, which is indivisible. */
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

const maxQuestions = 12

/** Never answers too many. Narrows the range between an affordable and an unaffordable count, by interpolation and bisection in turn. */
export const findAffordable = async (
  { total, cost, budget }: { total: number; cost: number; budget: number },
  costOf: (first: number) => Promise<number>,
): Promise<number> => {
  let can = { first: 0, cost: 0 }
  let cannot = { first: total, cost }
  for (let attempt = 0; attempt < maxQuestions && can.cost < budget; attempt++) {
    const left = budget - can.cost
    const gap = cannot.first - can.first
    // A record costs one credit at most, so `left` more records are affordable.
    const sure = can.first + left
    const aimed = can.first + Math.floor((gap * left) / Math.max(1, cannot.cost - can.cost))
    const middle = can.first + Math.floor(gap / 2)
    const first = Math.min(Math.max(sure, attempt % 2 === 0 ? aimed : middle), cannot.first - 1)
    if (first <= can.first) break
    const tried = { first, cost: await costOf(first) }
    if (tried.cost <= budget) can = tried
    else cannot = tried
  }
  return can.first
}
