import { editDistance } from '../text/edit-distance.ts'
import { stemOf, type Token } from './tokens.ts'
import { protectedTerms } from './protected-terms.ts'

export type Vocabulary = { knows(stem: string): boolean; nearest(stem: string): string | undefined }

/** Knows every stem, and corrects towards the targets. */
export const createVocabulary = (
  stems: Iterable<string>,
  targets: Iterable<string>,
): Vocabulary => {
  const all = new Set(stems)
  const alike = new Map<string, string[]>()
  for (const stem of new Set(targets))
    if (stem.length >= 4 && /^\p{L}+$/u.test(stem)) {
      const bucket = alike.get(bucketKey(stem, stem.length))
      if (bucket) bucket.push(stem)
      else alike.set(bucketKey(stem, stem.length), [stem])
    }
  const swaps = new Map<string, string[]>()
  for (const stem of new Set(targets))
    if (stem.length === 5) swaps.set(sorted(stem), [...(swaps.get(sorted(stem)) ?? []), stem])
  return {
    knows: (stem) => all.has(stem),
    nearest: (stem) => {
      const swapped = swaps.get(sorted(stem))?.filter((other) => isSwap(stem, other)) ?? []
      if (stem.length === 5 && swapped.length === 1) return swapped[0]
      if (stem.length < 5 || !/^\p{L}+$/u.test(stem)) return undefined
      const most = stem.length >= 11 ? 2 : 1
      let best: string[] = []
      let least = most
      for (let length = stem.length - most; length <= stem.length + most; length += 1) {
        // Short words often differ in a single letter, which proves no typo.
        if (Math.max(length, stem.length) < 6) continue
        for (const candidate of alike.get(bucketKey(stem, length)) ?? []) {
          if (shared(stem, candidate) < Math.min(length, stem.length) - 2 * most) continue
          const far = editDistance(stem, candidate, least)
          if (far > least) continue
          if (far < least) best = []
          least = far
          best.push(candidate)
        }
      }
      // Two equally near words are ambiguous, unless they are forms of each other.
      return best.length === 1 ? best[0] : formOf(best, stem)
    },
  }
}

/** 'manufacturer' of 'manufacture' and 'manufacturer' for 'manufactuer'. */
const formOf = (near: readonly string[], stem: string): string | undefined => {
  const shortest = near.toSorted((a, b) => a.length - b.length)[0] ?? ''
  if (shortest.length < 8 || !near.every((term) => term.startsWith(shortest))) return undefined
  return near.find((term) => term.at(-1) === stem.at(-1))
}

const bucketKey = (stem: string, length: number): string => `${stem.slice(0, 1)}${length}`

/** Cheap to count, and few when there are many typos. */
const shared = (a: string, b: string): number => {
  const least = Math.min(a.length, b.length)
  let start = 0
  while (start < least && a[start] === b[start]) start += 1
  let end = 0
  while (end < least - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return start + end
}

/** Only if there is exactly one nearest word. */
export const correctSpelling = (
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  technologies: ReadonlySet<string>,
): Token[] => {
  const found: Token[] = []
  for (const [index, token] of tokens.entries()) {
    const correction = isRight(token, vocabulary)
      ? isThan(tokens, index)
        ? 'than'
        : undefined
      : (technologyNear(found, token, technologies) ?? termNear(tokens, index, vocabulary))
    found.push(correction === undefined ? token : { ...token, stem: correction, corrected: true })
  }
  return found
}

const isRight = (token: Token, vocabulary: Vocabulary): boolean =>
  token.quoted ||
  vocabulary.knows(token.stem) ||
  vocabulary.knows(token.term) ||
  protectedTerms.has(token.term)

/** 'more then 50'. */
const isThan = (tokens: readonly Token[], index: number): boolean =>
  tokens[index]?.term === 'then' &&
  /^(more|less|fewer|greater|larger|bigger|smaller|higher|lower|longer|shorter|older|better|worse)$/.test(
    tokens[index - 1]?.term ?? '',
  )

const termNear = (
  tokens: readonly Token[],
  index: number,
  vocabulary: Vocabulary,
): string | undefined => {
  const stem = tokens[index]?.stem ?? ''
  const joined = [tokens[index - 1], tokens[index + 1]].some(
    (beside, side) =>
      beside && vocabulary.knows(side === 0 ? beside.stem + stem : stem + beside.stem),
  )
  if (joined || isName(tokens, index)) return undefined
  // 'busines' looks like a plural.
  const near = vocabulary.nearest(stem) ?? vocabulary.nearest(tokens[index]?.term ?? '')
  return near === undefined ? undefined : stemOf(near)
}

/** 'using Xreo', 'on MYBO', 'Xero or Hubspt': shorter than other words and with capitals, because a technology is expected. */
const technologyNear = (
  before: readonly Token[],
  { stem, gap }: Token,
  technologies: ReadonlySet<string>,
): string | undefined => {
  const said = before.findLast(({ term }) => !/^(and|or|nor|plus|both|either|the|a)$/.test(term))
  const isListed =
    technologies.has(said?.stem ?? '') && (said !== before.at(-1) || gap.includes(','))
  const isUsing = isListed || /^(use|used|using|run|running)$/.test(said?.stem ?? '')
  if (stem.length < 4 || !(isUsing || /^(on|with)$/.test(said?.stem ?? ''))) return undefined
  const near = [...technologies].filter(
    (name) =>
      editDistance(stem, name, 1) === 1 &&
      // Toast is not Yoast: typing errors rarely begin a word.
      (stem[0] === name[0] || isSwap(stem, name)) &&
      (isSwap(stem, name) || Math.min(stem.length, name.length) >= (isUsing ? 5 : 6)),
  )
  return near.length === 1 ? near[0] : undefined
}

const isSwap = (a: string, b: string): boolean =>
  sorted(a) === sorted(b) && editDistance(a, b, 1) === 1

const sorted = (text: string): string => text.split('').toSorted().join('')

/** Corrects a name only where a location follows. */
const isName = (tokens: readonly Token[], index: number): boolean => {
  const capitals = tokens.filter(({ text }) => /^\p{Lu}/u.test(text)).length
  return (
    index > 0 &&
    /^\p{Lu}/u.test(tokens[index]?.text ?? '') &&
    capitals <= tokens.length / 2 &&
    !/^(in|near|around|at|from|of|and|or|across)$/.test(tokens[index - 1]?.term ?? '')
  )
}
