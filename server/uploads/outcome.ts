import { setImmediate } from 'node:timers/promises'
import type { MatchState } from '../../contract/money/uploads.ts'

export type Suggestion = { id: string; score: number; reason: string }

export type Outcome = {
  state: MatchState
  recordId: string | null
  score: number
  reason: string
  candidates: Suggestion[]
}

/** Scores from 60 to 79 are for review, 80 and above are accepted (product 2.11). */
const reviewFrom = 60
export const maxReviewScore = 79

export const toAccepted = (found: Suggestion): Outcome => ({
  state: 'accepted',
  recordId: found.id,
  score: found.score,
  reason: found.reason,
  candidates: [found],
})

export const toReview = (found: readonly Suggestion[]): Outcome => {
  const best = new Map<string, Suggestion>()
  for (const suggestion of found)
    if (suggestion.score >= reviewFrom && suggestion.score > (best.get(suggestion.id)?.score ?? 0))
      best.set(suggestion.id, suggestion)
  const candidates = [...best.values()]
    .toSorted(
      (suggestion, other) => other.score - suggestion.score || (suggestion.id < other.id ? -1 : 1),
    )
    .slice(0, maxCandidates)
  const [first] = candidates
  return first === undefined
    ? toUnmatched('no match found')
    : { state: 'review', recordId: first.id, score: first.score, reason: first.reason, candidates }
}

export const toUnmatched = (reason: string): Outcome => ({
  state: 'unmatched',
  recordId: null,
  score: 0,
  reason,
  candidates: [],
})

/** A row without any of what a match needs. */
export const nothingToGoBy = {
  company: toUnmatched('needs a company name, website, LinkedIn page or official number'),
  people: toUnmatched('needs an email, a LinkedIn profile, or a name and company'),
}

const maxCandidates = 5

/** Yields to the event loop now and then, so that the server keeps answering. */
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
