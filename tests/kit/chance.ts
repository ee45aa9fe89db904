/** Repeats by its seed (mulberry32). */
export type Chance = {
  next(): number
  whole(below: number): number
  of<T>(choices: readonly T[]): T
  is(probability: number): boolean
}

export const chance = (seed: number): Chance => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (below: number): number => Math.floor(next() * below)
  return {
    next,
    whole,
    of: (choices) => {
      const choice = choices[whole(choices.length)]
      if (choice === undefined) throw new Error('Nothing to choose from')
      return choice
    },
    is: (probability) => next() < probability,
  }
}
