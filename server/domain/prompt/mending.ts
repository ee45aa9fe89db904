import type { Token } from './tokens.ts'

/** Words of the lexicon by first letter, to find the one that a misspelt word was meant to be. */
export type Vocabulary = { knows(stem: string): boolean; nearest(stem: string): string | undefined }

export const vocabularyOf = (stems: Iterable<string>): Vocabulary => {
  const all = new Set(stems)
  const byLetter = new Map<string, string[]>()
  for (const stem of all)
    if (stem.length >= 4 && /^\p{L}+$/u.test(stem)) {
      const letter = stem.slice(0, 1)
      byLetter.set(letter, [...(byLetter.get(letter) ?? []), stem])
    }
  return {
    knows: (stem) => all.has(stem),
    nearest: (stem) => {
      if (stem.length < 5 || !/^\p{L}+$/u.test(stem)) return undefined
      const most = stem.length >= 8 ? 2 : 1
      let best: string[] = []
      let least = most + 1
      for (const word of byLetter.get(stem.slice(0, 1)) ?? []) {
        if (Math.abs(word.length - stem.length) >= least + 1) continue
        const far = slips(stem, word, least)
        if (far > most || far > least) continue
        if (far < least) best = []
        least = far
        best.push(word)
      }
      // Two words as near as each other: nothing tells which was meant.
      return best.length === 1 ? best[0] : undefined
    },
  }
}

/** Tokens whose unknown words are replaced by the one word of the lexicon they are a slip of, if there is exactly one. */
export const mended = (tokens: readonly Token[], vocabulary: Vocabulary): Token[] =>
  tokens.map((token, index) => {
    if (
      token.quoted ||
      vocabulary.knows(token.stem) ||
      vocabulary.knows(token.word) ||
      everyday.has(token.word)
    )
      return token
    const joined = [tokens[index - 1], tokens[index + 1]].some(
      (beside, side) =>
        beside &&
        vocabulary.knows(side === 0 ? beside.stem + token.stem : token.stem + beside.stem),
    )
    const meant = joined ? undefined : vocabulary.nearest(token.stem)
    return meant === undefined ? token : { ...token, stem: meant, mended: true }
  })

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

/** Words that are right as they stand and near to others that mean something. */
const everyday = new Set(
  `growing ethical established founded owned family profitable boutique trendy cheap quality native premium luxury popular famous regional rural remote coastal
western eastern northern southern inner outer upper lower hunter female women woman indigenous diverse young older modern traditional independent franchise franchised
profit growth funded raised acquired merged expanding expansion export exporting exports vans trucks fleet machine machines vehicles cars customers website websites
alumni former retired existing current recent previous reliable responsible sustainable organic vegan green smart digital remote hybrid startup startups scaleup scaleups
unicorn bootstrapped venture backed series round award winning certified licensed registered accredited approved insured trusted reputable leading
strong weak great better worst exact exactly maybe perhaps probably possibly certain sure careful happy busy quiet local national global nationwide
where their there which while those being going doing having making taking giving getting putting setting letting after before since until during
money price cost costs budget spend spending value worth cash credit debit quick quickly faster slower early later month months week weeks year years today
think thinking believe guess hope wish plan plans planning start starting started begin ending finish closed close opening opened closing moved moving move
lunch coffee drinks party friend friends married single house home homes street road avenue floor level country countries world city town village island
north south east west central needed needs wants wanted runs alumni relocating relocated struggling mature ageing aging likely looking`.split(
    /\s+/,
  ),
)
