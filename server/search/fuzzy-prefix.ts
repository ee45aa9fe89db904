import { createEditRow, fillEditRow, fillFirstEditRow } from '../text/edit-distance.ts'
import type { Texts } from './segment.ts'

/** How many typos a token may hold: none below 4 letters, one from 4, two from 8. */
export const maxEditsFor = (token: string): number =>
  token.length >= 8 ? 2 : token.length >= 4 ? 1 : 0

/**
 * Indices of the sorted texts that start with the token within `maxEdits` (each letter takes part in at most one
 * edit). Skips a run of texts as soon as no continuation of their common prefix can match.
 */
export const findFuzzyPrefix = (texts: Texts, token: string, maxEdits: number): number[] => {
  const found: number[] = []
  const table = createPrefixTable(token, maxEdits)
  let before = ''
  let index = 0
  while (index < texts.count) {
    const text = texts.at(index)
    table.rewind(commonLength(before, text))
    const verdict = table.read(text)
    const prefix = text.slice(0, table.depth())
    const next = verdict === 'open' ? index + 1 : indexAfter(texts, prefix, index)
    if (verdict === 'match') for (let i = index; i < next; i++) found.push(i)
    before = verdict === 'open' ? text : prefix
    index = next
  }
  return found
}

/** Whether a text starts with the token within `maxEdits`. */
export const startsWithFuzzy = (text: string, token: string, maxEdits: number): boolean =>
  createPrefixTable(token, maxEdits).read(text) === 'match'

/** 'match': every text with the letters read so far matches; 'hopeless': none can; 'open': the next letter decides. */
type Verdict = 'match' | 'hopeless' | 'open'

/**
 * The edit table of a token against a text, one row per letter; `rewind` drops the rows that the next text does not
 * share.
 */
const createPrefixTable = (token: string, maxEdits: number) => {
  const first = createEditRow(token.length)
  fillFirstEditRow(first, token.length, maxEdits)
  const rows = [first]
  const leasts = [0]
  let depth = 0

  const verdict = (): Verdict => {
    const row = rows[depth] ?? first
    const inBand = Math.abs(depth - token.length) <= maxEdits
    if (inBand && (row[token.length] ?? Infinity) <= maxEdits) return 'match'
    // A swap reaches back over one row, so one bad row alone does not decide.
    const least = Math.min(leasts[depth] ?? 0, (leasts[depth - 1] ?? Infinity) + 1)
    return least > maxEdits ? 'hopeless' : 'open'
  }

  return {
    depth: () => depth,
    rewind: (length: number): void => {
      depth = Math.min(depth, length)
    },
    /** Reads letters until the verdict is clear or the text ends. */
    read: (text: string): Verdict => {
      let current = verdict()
      while (current === 'open' && depth < text.length) {
        const last = rows[depth] ?? first
        const earlier = rows[depth - 1] ?? first
        depth++
        const row = (rows[depth] ??= createEditRow(token.length))
        leasts[depth] = fillEditRow(row, last, earlier, text, depth, token, maxEdits)
        current = verdict()
      }
      return current
    },
  }
}

const commonLength = (a: string, b: string): number => {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** The index after the texts with a prefix: searched in doubling steps, since most runs are short. */
const indexAfter = (texts: Texts, prefix: string, start: number): number => {
  let step = 1
  let inside = start
  while (inside + step < texts.count && texts.at(inside + step).startsWith(prefix)) {
    inside += step
    step *= 2
  }
  let [low, high] = [inside + 1, Math.min(inside + step, texts.count)]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (texts.at(middle).startsWith(prefix)) low = middle + 1
    else high = middle
  }
  return low
}
