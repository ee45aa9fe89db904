import { setImmediate } from 'node:timers/promises'
import type { MatchState } from '../../contract/money/uploads.ts'

/** A record a row might be, as it is kept with the row. */
export type Suggestion = { id: string; score: number; reason: string }

/** What became of a row: the record it is taken for, or in review the likeliest, and why. */
export type Outcome = {
  state: MatchState
  recordId: string | null
  score: number
  reason: string
  candidates: Suggestion[]
}

/** From here to 79 somebody looks; the rungs that are sure begin at 80 (product 2.11). */
const reviewFrom = 60

export const accepted = (found: Suggestion): Outcome => ({
  state: 'accepted',
  recordId: found.id,
  score: found.score,
  reason: found.reason,
  candidates: [found],
})

/** In review with the likeliest candidates, or unmatched where none is likely enough. */
export const toReview = (found: readonly Suggestion[]): Outcome => {
  const best = new Map<string, Suggestion>()
  for (const one of found)
    if (one.score >= reviewFrom && one.score > (best.get(one.id)?.score ?? 0)) best.set(one.id, one)
  const candidates = [...best.values()]
    .toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
    .slice(0, mostCandidates)
  const [first] = candidates
  return first === undefined
    ? unmatched('no match found')
    : { state: 'review', recordId: first.id, score: first.score, reason: first.reason, candidates }
}

export const unmatched = (reason: string): Outcome => ({
  state: 'unmatched',
  recordId: null,
  score: 0,
  reason,
  candidates: [],
})

/** For a row that says nothing anything could be found by. */
export const nothingToGoBy = unmatched('not enough information to match')

const mostCandidates = 5

/** Does something for each of many, letting others have their turn now and then: the server answers calls beside it. */
export const eachInTurn = async <Item>(
  items: readonly Item[],
  work: (item: Item, at: number) => void,
): Promise<void> => {
  let since = performance.now()
  for (const [at, item] of items.entries()) {
    work(item, at)
    if ((at & 15) !== 15 || performance.now() - since < turnMs) continue
    await setImmediate()
    since = performance.now()
  }
}

const turnMs = 15
