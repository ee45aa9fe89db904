import type { Token } from './tokens.ts'
import { wholeWords } from './whole-words.ts'

/** Words that are right as they stand, and those a misspelt one may have been meant to be. */
export type Vocabulary = { knows(stem: string): boolean; nearest(stem: string): string | undefined }

/** Knows every stem, and mends towards those that are meant. */
export const vocabularyOf = (stems: Iterable<string>, meant: Iterable<string>): Vocabulary => {
  const all = new Set(stems)
  const alike = new Map<string, string[]>()
  for (const stem of new Set(meant))
    if (stem.length >= 4 && /^\p{L}+$/u.test(stem)) {
      const kept = alike.get(drawer(stem, stem.length))
      if (kept) kept.push(stem)
      else alike.set(drawer(stem, stem.length), [stem])
    }
  return {
    knows: (stem) => all.has(stem),
    nearest: (stem) => {
      if (stem.length < 5 || !/^\p{L}+$/u.test(stem)) return undefined
      const most = stem.length >= 11 ? 2 : 1
      let best: string[] = []
      let least = most
      for (let length = stem.length - most; length <= stem.length + most; length += 1) {
        // Short words are one letter apart too often for that to tell anything.
        if (Math.max(length, stem.length) < 6) continue
        for (const word of alike.get(drawer(stem, length)) ?? []) {
          if (shared(stem, word) < Math.min(length, stem.length) - 2 * most) continue
          const far = slips(stem, word, least)
          if (far > least) continue
          if (far < least) best = []
          least = far
          best.push(word)
        }
      }
      // Two words as near as each other: nothing tells which was meant.
      return best.length === 1 ? best[0] : undefined
    },
  }
}

/** Where words of a first letter and a length are kept. */
const drawer = (stem: string, length: number): string => `${stem.slice(0, 1)}${length}`

/** How many letters two words have in common from either end: cheap to tell, and few when many slips lie between them. */
const shared = (a: string, b: string): number => {
  const least = Math.min(a.length, b.length)
  let start = 0
  while (start < least && a[start] === b[start]) start += 1
  let end = 0
  while (end < least - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return start + end
}

/** Tokens whose unknown words are replaced by the one word of the lexicon they are a slip of, if there is exactly one. */
export const mended = (tokens: readonly Token[], vocabulary: Vocabulary): Token[] =>
  tokens.map((token, index) => {
    if (
      token.quoted ||
      vocabulary.knows(token.stem) ||
      vocabulary.knows(token.word) ||
      wholeWords.has(token.word)
    )
      return token
    const joined = [tokens[index - 1], tokens[index + 1]].some(
      (beside, side) =>
        beside &&
        vocabulary.knows(side === 0 ? beside.stem + token.stem : token.stem + beside.stem),
    )
    const meant = joined || isName(tokens, index) ? undefined : vocabulary.nearest(token.stem)
    return meant === undefined ? token : { ...token, stem: meant, mended: true }
  })

/** A capital in the middle of a sentence is a name, which is not for mending unless it is of a place. */
const isName = (tokens: readonly Token[], index: number): boolean => {
  const capitals = tokens.filter(({ text }) => /^\p{Lu}/u.test(text)).length
  return (
    index > 0 &&
    /^\p{Lu}/u.test(tokens[index]?.text ?? '') &&
    capitals <= tokens.length / 2 &&
    !/^(in|near|around|at|from|of|and|or|across)$/.test(tokens[index - 1]?.word ?? '')
  )
}

/** Letters left out, put in, changed or swapped between two words, counted up to a limit. */
const slips = (a: string, b: string, limit: number): number => {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (same ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      next.push(cost)
    }
    if (Math.min(...next) > limit) return limit + 1
    before = row
    row = next
  }
  return row[b.length] ?? limit + 1
}
