/** What a way of matching made of a row: a record it is sure of, or one it would show somebody. */
export type Guess = { accepted: string | null; offered: readonly string[] }

export type Score = {
  /** Of the rows accepted, the share that is right. */
  precision: number
  /** Of the rows whose record is known, the share that was accepted and right. */
  recall: number
  /** The same, counting rows whose record is offered for review. */
  found: number
  accepted: number
  review: number
}

/** Judges guesses by what the rows were made from. */
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

/** Two files as one. */
export const together = (one: Score, other: Score, sizes: [number, number]): Score => {
  const share = (of: 'recall' | 'found'): number =>
    (one[of] * sizes[0] + other[of] * sizes[1]) / (sizes[0] + sizes[1])
  const accepted = one.accepted + other.accepted
  return {
    precision:
      accepted === 0
        ? 1
        : (one.precision * one.accepted + other.precision * other.accepted) / accepted,
    recall: share('recall'),
    found: share('found'),
    accepted,
    review: one.review + other.review,
  }
}
