export type Guess = { accepted: string | null; offered: readonly string[] }

export type Score = {
  precision: number
  /** The share of rows with a known record. */
  recall: number
  /** Includes rows whose record is offered for review. */
  found: number
  accepted: number
  review: number
}

export const scoreOf = (truth: readonly (string | null)[], guesses: readonly Guess[]): Score => {
  let accepted = 0
  let right = 0
  let offered = 0
  let review = 0
  truth.forEach((id, at) => {
    const guess = guesses[at]
    if (!guess) return
    if (guess.accepted !== null) {
      accepted++
      if (guess.accepted === id) right++
    } else if (guess.offered.length > 0) {
      review++
      if (id !== null && guess.offered.includes(id)) offered++
    }
  })
  const known = truth.filter((id) => id !== null).length
  return {
    precision: accepted === 0 ? 1 : right / accepted,
    recall: right / known,
    found: (right + offered) / known,
    accepted,
    review,
  }
}

export const combineScores = (first: Score, second: Score, sizes: [number, number]): Score => {
  const share = (of: 'recall' | 'found'): number =>
    (first[of] * sizes[0] + second[of] * sizes[1]) / (sizes[0] + sizes[1])
  const accepted = first.accepted + second.accepted
  return {
    precision:
      accepted === 0
        ? 1
        : (first.precision * first.accepted + second.precision * second.accepted) / accepted,
    recall: share('recall'),
    found: share('found'),
    accepted,
    review: first.review + second.review,
  }
}
