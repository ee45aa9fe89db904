import type { Texts } from './segment.ts'

/** How many slips of the finger a word may hold: none below 4 letters, one from 4, two from 8. */
export const slipsOf = (word: string): number => (word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0)

/**
 * Places of the sorted texts that begin with the word up to so many slips; a slip is a letter too many, missing or wrong, or two
 * letters swapped (each letter of a beginning takes part in one slip at most). Whole stretches of texts are skipped as soon
 * as no continuation of what they have in common can match.
 */
export const slipped = (texts: Texts, word: string, slips: number): number[] => {
  const places: number[] = []
  // rows[i][j]: slips between the first i letters of the text and the first j of the word.
  const rows = [Array.from({ length: word.length + 1 }, (_, j) => j)]
  let before = ''
  let place = 0
  while (place < texts.count) {
    const text = texts.at(place)
    let depth = commonLength(before, text)
    before = text
    rows.length = Math.min(rows.length, depth + 1)
    depth = rows.length - 1
    let verdict = verdictOf(rows, word.length, slips)
    while (verdict === 'open' && depth < text.length) {
      rows.push(nextRow(rows, text, depth, word))
      depth++
      verdict = verdictOf(rows, word.length, slips)
    }
    const stretch = text.slice(0, depth)
    const next = verdict === 'open' ? place + 1 : behind(texts, stretch, place)
    if (verdict === 'match') for (let i = place; i < next; i++) places.push(i)
    before = verdict === 'open' ? text : stretch
    place = next
  }
  return places
}

/** Whether every text that begins with what the rows stand for matches, none can, or one has to read on. */
const verdictOf = (
  rows: readonly number[][],
  length: number,
  slips: number,
): 'match' | 'hopeless' | 'open' => {
  const last = rows.at(-1) ?? []
  if ((last[length] ?? Infinity) <= slips) return 'match'
  // A swap reaches back over one row, so one bad row alone does not settle it.
  const least = Math.min(...last, ...(rows.at(-2) ?? []).map((value) => value + 1))
  return least > slips ? 'hopeless' : 'open'
}

const nextRow = (
  rows: readonly number[][],
  text: string,
  depth: number,
  word: string,
): number[] => {
  const last = rows[depth] ?? []
  const earlier = rows[depth - 1]
  const letter = text[depth]
  const row = [depth + 1]
  for (let j = 1; j <= word.length; j++) {
    const wrong = (last[j - 1] ?? 0) + (letter === word[j - 1] ? 0 : 1)
    let least = Math.min(wrong, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
    const swapped = j > 1 && letter === word[j - 2] && text[depth - 1] === word[j - 1]
    if (earlier && swapped) least = Math.min(least, (earlier[j - 2] ?? 0) + 1)
    row.push(least)
  }
  return row
}

const commonLength = (a: string, b: string): number => {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** The first place behind the texts that begin with a stretch: searched in growing steps, since most stretches are short. */
const behind = (texts: Texts, stretch: string, place: number): number => {
  let step = 1
  let inside = place
  while (inside + step < texts.count && texts.at(inside + step).startsWith(stretch)) {
    inside += step
    step *= 2
  }
  let [low, high] = [inside + 1, Math.min(inside + step, texts.count)]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (texts.at(middle).startsWith(stretch)) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether a text begins with the word up to so many slips. */
export const begins = (text: string, word: string, slips: number): boolean => {
  const rows = [Array.from({ length: word.length + 1 }, (_, j) => j)]
  for (let depth = 0; depth < text.length; depth++) {
    if (verdictOf(rows, word.length, slips) !== 'open') break
    rows.push(nextRow(rows, text, depth, word))
  }
  return verdictOf(rows, word.length, slips) === 'match'
}
